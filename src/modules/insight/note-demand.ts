import type { Db } from '#db/connect.ts'
import type { Log } from '#http/log.ts'
import { dayOf, type Day } from '#lib/zone.ts'
import type { CourtCells } from '#modules/availability/rules.ts'
import type { ItemRequest } from '#modules/orders/rules.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { slotsCovering } from '#modules/venues/hours-rules.ts'
import { sportsOf, type Facility, type TimeQuery } from '#modules/venues/rules.ts'
import { fullHours, hoursIn, hoursOfPeriod } from './rules.ts'
import { recordDemand } from './record-demand.ts'

type Search = TimeQuery & { sport?: string | undefined; indoor?: boolean | undefined; facilityId?: number | undefined }

/** Calls that pages make while they are rendered for everybody come without an address. */
const addressOf = (address: string): string | undefined => (address === 'unknown' ? undefined : address)

/** Hooks of the calls that refuse, search and show: each counts in memory and never fails the call. */
export function openDemandNotes({ db, catalogues, log }: { db: Db; catalogues: Catalogues; log: Log }) {
  const recorder = recordDemand({ db, log })
  /** Reads the cached catalogue after the answer. */
  const afterwards = (deed: () => Promise<void>) =>
    void deed().catch((error: unknown) => log.warn({ err: error }, 'refused demand could not be counted'))

  return {
    onTaken(items: ItemRequest[], address: string, now: Date): void {
      afterwards(async () => {
        const { courtOf } = await catalogues.current()
        const wanted = items.flatMap(({ courtId, period }) => {
          const facility = courtOf.get(courtId)?.facility
          return facility ? [{ facility, period, day: dayOf(period.start) }] : []
        })
        const alike = Map.groupBy(wanted, ({ facility, day }) => `${facility.id} ${day}`)
        for (const some of alike.values()) {
          const [{ facility, day }] = some as [(typeof some)[number]]
          const hours = [...new Set(some.flatMap(({ period }) => hoursOfPeriod(period)))]
          recorder.note({ kind: 'refused', facilityId: facility.id, sport: '', day, hours, courts: some.length }, addressOf(address), now)
        }
      })
    },

    onNothingFree({ day, start, end, sport, indoor, facilityId }: Search, address: string, now: Date): void {
      afterwards(async () => {
        const { facilities, holidays } = await catalogues.current()
        const isOpen = facilities.some(
          (one) =>
            (facilityId === undefined || one.id === facilityId) &&
            (sport === undefined || sportsOf(one).includes(sport)) &&
            (indoor === undefined || one.outdoor !== indoor) &&
            slotsCovering(one, { start, end }, day, holidays),
        )
        // Nobody is open then, or nobody offers it: that is not full.
        if (!isOpen) return
        const what = facilityId === undefined ? { facilityId: 0, sport: sport ?? '' } : { facilityId, sport: '' }
        recorder.note({ kind: 'searched', ...what, day, hours: hoursIn(start, end), courts: 1 }, addressOf(address), now)
      })
    },

    onSeen({ id }: Facility, day: Day, courts: CourtCells[], address: string, now: Date): void {
      const caller = addressOf(address)
      // The page that is rendered for everybody reads the grid for nobody; each browser reads it again as soon as its stream is open.
      if (caller === undefined) return
      recorder.note({ kind: 'seen', facilityId: id, sport: '', day, hours: fullHours(courts), courts: 1 }, caller, now)
    },

    flush: () => recorder.flush(),
  }
}
