import { randomUUID } from 'node:crypto'
import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Period } from '#lib/period.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import { takeSpaces } from '#modules/availability/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { insertBlock, readStanding, type Standing } from './block-store.ts'
import { removeItems, type Removed } from './remove-items.ts'

export type Closing = { facilityId: number; day: Day; reasonTw: string; reasonEn: string; by: string }
export type CloseRefusal = { code: 'no_such_facility' } | { code: 'ends_in_past' } | { code: 'already_closed' }
export type Closed = { id: string } & Removed

/** Dates that communities have registered and that are no order yet are taken away as well; answers how many there were. */
export type ReleaseDates = (trx: Trx, holderIds: string[], now: Date) => Promise<number>
type ClosingDesk = { db: Db; catalogues: Catalogues; releaseDates: ReleaseDates }

/** In one day nobody books faster than this: a loop that goes on is a bug. */
const roundsAtMost = 50

/**
 * Typhoon, rain, a burst pipe: what is left of the day is closed, and whoever has booked gets everything back. Whoever
 * books in between is affected too: it goes round until the whole day is ours.
 */
export async function closeFacility(
  { db, catalogues, releaseDates }: ClosingDesk,
  wanted: Closing,
  now: Date,
): Promise<Result<Closed, CloseRefusal>> {
  const facility = (await catalogues.current()).facilityOf.get(wanted.facilityId)
  if (!facility) return refuse({ code: 'no_such_facility' })
  const [midnight, nextMidnight] = [momentAt(wanted.day, 0), momentAt(wanted.day, 24 * 60)]
  if (nextMidnight <= now) return refuse({ code: 'ends_in_past' })
  const period = { start: midnight > now ? midnight : now, end: nextMidnight }
  const spaces = [...new Set(facility.courts.flatMap((court) => court.spaces))]
  const id = randomUUID()

  return inTransaction<Closed, CloseRefusal>(db, async (trx) => {
    const removed: Removed = { orders: 0, items: 0, owed: 0 }
    for (let round = 0; round < roundsAtMost; round++) {
      const standing = await readStanding(trx, spaces, period, now)
      // Pre-orders first: an edit of one may be waiting for what is cleared here.
      removed.items += await releaseDates(
        trx,
        standing.filter(isRegistered).map(({ holderId }) => holderId),
        now,
      )
      await clear(
        trx,
        standing.filter((one) => one.removable && !isRegistered(one)),
        removed,
        now,
      )
      const gaps = gapsBetween(
        spaces,
        period,
        standing.filter(({ removable }) => !removable),
      )
      if (gaps.length === 0) return refuse({ code: 'already_closed' })
      const taken = await takeSpaces(
        trx,
        gaps.map((gap) => ({ holder: id, space: gap.spaceId, period: gap })),
        { kind: 'closure', memberId: null, holdUntil: null },
        now,
      )
      if (taken.length > 0) continue
      await insertBlock(
        trx,
        {
          id,
          kind: 'closure',
          facilityId: facility.id,
          courtId: null,
          period,
          reasonTw: wanted.reasonTw,
          reasonEn: wanted.reasonEn,
          by: wanted.by,
        },
        now,
      )
      return ok({ id, ...removed })
    }
    throw new Error(`closing facility ${facility.id} on ${wanted.day} found new bookings ${roundsAtMost} times`)
  })
}

const isRegistered = ({ kind }: Standing): boolean => kind === 'preorder'

/** In the order of their ids, as everybody who locks several orders does. */
async function clear(trx: Trx, standing: Standing[], removed: Removed, now: Date): Promise<void> {
  const byOrder = Map.groupBy(standing, ({ orderId }) => orderId!)
  for (const orderId of [...byOrder.keys()].toSorted()) {
    const gone = await removeItems(trx, orderId, new Set(byOrder.get(orderId)!.map(({ holderId }) => holderId)), now)
    removed.orders += gone.orders
    removed.items += gone.items
    removed.owed += gone.owed
  }
}

type Gap = Period & { spaceId: number }

/** What is left of a period on each space: what stays there, such as maintenance, is not taken twice. */
export function gapsBetween(spaces: number[], { start, end }: Period, staying: (Period & { spaceId: number })[]): Gap[] {
  return spaces.flatMap((spaceId) => {
    const gaps: Gap[] = []
    let from = start
    for (const one of staying.filter((other) => other.spaceId === spaceId).toSorted((a, b) => a.start.getTime() - b.start.getTime())) {
      if (one.start > from) gaps.push({ spaceId, start: from, end: one.start < end ? one.start : end })
      if (one.end > from) from = one.end
    }
    if (from < end) gaps.push({ spaceId, start: from, end })
    return gaps
  })
}
