import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { addDays, dayOf, minuteFrom, momentAt, type Day } from '#lib/zone.ts'
import { takeSpaces } from '#modules/availability/store.ts'
import { changeCentreByFile } from '#modules/centre/change-centre.ts'
import { readNames } from '#modules/centre/store.ts'
import { dayKinds, type Catalogue, type Facility } from '#modules/venues/rules.ts'
import { readCatalogue, type StoredPeak } from '#modules/venues/store.ts'
import { writeCourts, writeFacility, writeHolidays, writePriceLists, writeTimetables } from '#modules/venues/write-store.ts'
import centre from './centre.json' with { type: 'json' }

type CourtFile = { code: string; name: { tw: string; en: string }; on?: string[]; half?: boolean }

const firstDay = '2000-01-01'
const peak: StoredPeak[] = [
  { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '18:00', to: '22:00' },
  { days: ['sat', 'sun', 'holiday'], from: '12:00', to: '22:00' },
]

/** Facilities, courts, prices, holidays. Answers the catalogue as everybody else reads it. */
export async function loadCentre(trx: Trx): Promise<Catalogue> {
  for (const facility of centre.facilities) {
    const id = await writeFacility(trx, { ...facility, retiredAt: null })
    const courts: CourtFile[] = facility.courts
    await writeCourts(
      trx,
      id,
      courts.map((court) => ({ ...court, retiredAt: null })),
    )
    const { slotMinutes, sessions, opens, closes } = facility
    await writeTimetables(trx, id, [{ from: firstDay, slotMinutes, sessions, hours: [{ days: [...dayKinds], opens, closes }] }])
    const { lightFee, lightFrom, deposit } = facility
    const prices = Object.fromEntries(courts.map(({ code, half }) => [code, pricesOf(facility.prices, half ? 2 : 1)]))
    await writePriceLists(trx, id, [{ from: firstDay, peak, lightFee, lightFrom, deposit, prices }], null, new Date())
  }
  await writeHolidays(
    trx,
    centre.holidays.map(({ day, tw, en }) => ({ day, name: { tw, en } })),
  )
  return readCatalogue(trx)
}

const pricesOf = (prices: Record<string, number[]>, parts: number): Record<string, [number, number]> =>
  Object.fromEntries(Object.entries(prices).map(([code, [offPeak, high]]) => [code, [offPeak! / parts, high! / parts]]))

/** Name and contact of the centre; what staff have changed stays. */
export async function loadContact(trx: Trx, now: Date): Promise<void> {
  const { name } = await readNames(trx)
  if (name.tw === '') await changeCentreByFile(trx, centre.centre, { id: null }, now)
}

type Closing = {
  kind: 'block' | 'closure'
  facility: Facility
  courtCode?: string
  day: Day
  from: string
  to: string
  tw: string
  en: string
}

/** Closed days of the centre, one of the pool, and a court under repair. */
export async function loadClosings(trx: Trx, catalogue: Catalogue, staffId: string | null, now: Date): Promise<void> {
  const today = dayOf(now)
  const facility = (code: string) => catalogue.facilities.find((one) => one.code === code)!
  const closings: Closing[] = [
    ...centre.closedDays
      .filter(({ day }) => day > today)
      .flatMap(({ day, tw, en }) =>
        catalogue.facilities.map((one) => ({ kind: 'closure' as const, facility: one, day, from: '00:00', to: '24:00', tw, en })),
      ),
    {
      kind: 'closure',
      facility: facility('POOL'),
      day: addDays(today, 5),
      from: '00:00',
      to: '24:00',
      tw: '泳池定期換水清潔',
      en: 'Pool closed for cleaning',
    },
    {
      kind: 'block',
      facility: facility('BAD'),
      courtCode: 'B8',
      day: addDays(today, 3),
      from: '09:00',
      to: '17:00',
      tw: '地板保養',
      en: 'Floor maintenance',
    },
  ]
  for (const closing of closings) await close(trx, closing, staffId, now)
}

async function close(
  trx: Trx,
  { kind, facility, courtCode, day, from, to, tw, en }: Closing,
  staffId: string | null,
  now: Date,
): Promise<void> {
  const id = randomUUID()
  const period = { start: momentAt(day, minuteFrom(from)), end: momentAt(day, minuteFrom(to)) }
  const court = facility.courts.find(({ code }) => code === courtCode)
  const during = `[${period.start.toISOString()},${period.end.toISOString()})`
  const reasons = { reason_tw: tw, reason_en: en }
  await trx
    .insertInto('blocks')
    .values({ id, kind, facility_id: facility.id, court_id: court?.id ?? null, during, ...reasons, created_by: staffId, created_at: now })
    .execute()
  const spaces = [...new Set((court ? [court] : facility.courts).flatMap((one) => one.spaces))]
  const refused = await takeSpaces(
    trx,
    spaces.map((space) => ({ holder: id, space, period })),
    { kind, memberId: null, holdUntil: null },
    now,
  )
  if (refused.length > 0) throw new Error(`${facility.code} is taken on ${day}`)
}
