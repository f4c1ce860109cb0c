import fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { minuteOf, type Day } from '#lib/zone.ts'
import { cancelOrder } from '#modules/orders/change-order.ts'
import { makeWish, withdrawWish } from '#modules/waiting/make-wish.ts'
import { offerFreedFloor } from '#modules/waiting/offer-freed-floor.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'

export type WishStep =
  | { deed: 'wish'; member: number; item: number; any: boolean; hours: number; courts: number }
  | { deed: 'withdraw'; wish: number }
  | { deed: 'give-up'; order: number }
  | { deed: 'offer' }

/** Members wish for floor that is full and withdraw their wishes; others give up what is waited for; the job offers what came free. */
export const wishSteps: { weight: number; arbitrary: fc.Arbitrary<WishStep> }[] = [
  {
    weight: 8,
    arbitrary: fc.record({
      deed: fc.constant('wish' as const),
      member: fc.nat({ max: 3 }),
      item: fc.nat({ max: 12 }),
      any: fc.boolean(),
      hours: fc.constantFrom(1, 1, 2),
      courts: fc.constantFrom(1, 1, 2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('withdraw' as const), wish: fc.nat({ max: 12 }) }) },
  { weight: 6, arbitrary: fc.record({ deed: fc.constant('give-up' as const), order: fc.nat({ max: 12 }) }) },
  { weight: 6, arbitrary: fc.record({ deed: fc.constant('offer' as const) }) },
]

type Line = { db: Db; catalogues: Catalogues; members: string[] }

/** A step of the waiting list, whatever comes of it. Answers the numbers of all orders that were offered. */
export async function takeWish({ db, catalogues, members }: Line, step: WishStep, now: Date): Promise<string[]> {
  if (step.deed === 'wish') {
    // What somebody else has booked: otherwise it is free, and no wish is needed.
    const items = await sql<{ courtId: number; day: Day; start: Date; end: Date }>`
      select i.court_id as "courtId", to_char(i.day, 'YYYY-MM-DD') as day, lower(i.during) as start, upper(i.during) as "end"
      from order_items i join occupancy c on c.holder_id = i.id where lower(i.during) > ${now} order by i.id`.execute(db)
    const item = items.rows[step.item % Math.max(1, items.rows.length)]
    if (!item) return []
    const where = { sport: 'basketball', facilityId: item.courtId < 10 ? 1 : 2, courtId: step.any ? null : item.courtId }
    const when = { day: item.day, from: minuteOf(item.start), to: minuteOf(item.end) + 60 * (step.hours - 1), minutes: step.hours * 60 }
    const request = { memberId: members[step.member]!, ...where, ...when, courts: step.any ? step.courts : 1, notAfter: undefined }
    await makeWish({ db, catalogues }, request, now)
  }
  if (step.deed === 'withdraw') {
    const wishes = await db.selectFrom('wishes').select(['id', 'member_id as memberId']).orderBy('number').execute()
    const wish = wishes[step.wish % Math.max(1, wishes.length)]
    if (wish) await withdrawWish(db, wish, now)
  }
  if (step.deed === 'give-up') {
    const { rows } = await sql<{ id: string }>`
      select distinct i.order_id as id from order_items i join occupancy c on c.holder_id = i.id and c.hold_until is not null
      join awaited_spaces a on a.space_id = c.space_id and a.during && c.during order by 1`.execute(db)
    const order = rows[step.order % Math.max(1, rows.length)]
    if (order) await cancelOrder(db, order.id, now)
  }
  if (step.deed !== 'offer') return []
  await offerFreedFloor({ db, catalogues }, now)
  const offered = await db.selectFrom('orders').select('order_no').where('from_waiting_list', '=', true).orderBy('created_at').execute()
  return offered.map((one) => one.order_no)
}

/** SQL of what the waiting list may break: floor that is held for nobody, or for longer than it takes; wishes and what they wait for. */
export const waitingOf = (now: Date) => sql`
  union all select 'floor is held for the line without a row that says so: ' || c.holder_id from occupancy c
    where c.kind = 'offer' and not exists (select from freed_floor f where f.id = c.holder_id and f.settled_at is null)
  union all select 'floor is held for the line for longer than a night: ' || c.holder_id from occupancy c
    where c.kind = 'offer' and (c.hold_until is null or c.hold_until > ${now}::timestamptz + interval '10 hours 2 minutes')
  union all select 'a wish waits for floor, and is not open: ' || w.id from wishes w join awaited_spaces a on a.wish_id = w.id where w.state <> 'open'
  union all select 'an open wish waits for no floor: ' || w.id from wishes w where w.state = 'open' and w.not_after > ${now} and not exists (select from awaited_spaces a where a.wish_id = w.id)
  union all select 'a wish was offered an order of somebody else: ' || w.id from wishes w join orders o on o.id = w.order_id
    where o.member_id <> w.member_id or not o.from_waiting_list
  union all select 'an order was offered for no wish: ' || o.order_no from orders o where o.from_waiting_list and o.state <> 'venue-cancelled'
    and not exists (select from wishes w where w.order_id = o.id)`
