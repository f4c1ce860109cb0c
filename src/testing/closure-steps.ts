import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { openLog } from '#http/log.ts'
import type { Day } from '#lib/zone.ts'
import { answerOffer } from '#modules/closures/answer-offer.ts'
import { liftBlock } from '#modules/closures/block-period.ts'
import { liftClosure } from '#modules/closures/lift-closure.ts'
import { readEffect, type Effect } from '#modules/closures/read-effect.ts'
import { everyWeekday, wholeDay, type ClosureChoice } from '#modules/closures/rules.ts'
import { settleClosures } from '#modules/closures/settle-closures.ts'
import { startClosure } from '#modules/closures/start-closure.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { serveFirst } from '#modules/waiting/serve-first.ts'
import { reason, words } from './closures.ts'
import { unaudited } from './unaudited.ts'

export type ClosureStep =
  /** `pieces`: so many are settled in this step; the others wait for the next run. */
  | { deed: 'shut'; facilities: number[]; courts: number[]; choice: ClosureChoice; pieces: number }
  | { deed: 'run'; pieces: number }
  | { deed: 'answer'; offer: number; accept: boolean }
  /** `facility`: only this one, of several that were closed together. */
  | { deed: 'reopen'; closure: number; facility: number | undefined }

const everything = 100
const pieces = fc.constantFrom(0, 1, 2, everything, everything, everything)
/** Managers close courts, a facility or several, with and without offers of other floor, and open them again; members answer the offers. */
export const closureSteps: { weight: number; arbitrary: fc.Arbitrary<ClosureStep> }[] = [
  {
    weight: 4,
    arbitrary: fc.record({
      deed: fc.constant('shut' as const),
      facilities: fc.constantFrom([1], [2], [1, 2], [1, 2, 3]),
      courts: fc.constantFrom([], [1], [1, 2], [11]),
      choice: fc.constantFrom('offer' as const, 'offer' as const, 'refund' as const),
      pieces,
    }),
  },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('run' as const), pieces }) },
  { weight: 4, arbitrary: fc.record({ deed: fc.constant('answer' as const), offer: fc.nat({ max: 12 }), accept: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      deed: fc.constant('reopen' as const),
      closure: fc.nat({ max: 12 }),
      facility: fc.constantFrom(undefined, undefined, 1, 2),
    }),
  },
]

type Office = { db: Db; catalogues: Catalogues; by: string }

/** A step about closures, whatever comes of it; throws when a closure does something else than its dry run said. */
export async function takeClosure(office: Office, step: ClosureStep, day: Day, now: Date): Promise<void> {
  if (step.deed === 'shut') await shut(office, step, day, now)
  if (step.deed === 'run') await runClosures(office, now, step.pieces)
  if (step.deed === 'answer') await answer(office, step, now)
  if (step.deed === 'reopen') await reopen(office, step, now)
}

/** Settles pieces of running closures, as the job does; and ends the offers that nobody has answered in time. */
export async function runClosures({ db, catalogues }: Office, now: Date, most = everything): Promise<void> {
  let left = most
  await settleClosures({
    db,
    catalogues,
    releaseDates: async () => 0,
    clock: { now: () => now },
    log: openLog('silent'),
    moneyOwed: () => {},
    isStopping: () => left-- === 0,
  })
}

async function shut(office: Office, { facilities, courts, choice, pieces: most }: ClosureStep & { deed: 'shut' }, day: Day, now: Date) {
  const { db, catalogues, by } = office
  const catalogue = await catalogues.current()
  const courtIds = facilities.length > 1 ? [] : courts.filter((id) => catalogue.courtOf.get(id)?.facility.id === facilities[0])
  const plan = { facilityIds: facilities, courtIds, fromDay: day, toDay: day, ...wholeDay, weekdays: everyWeekday }
  const isWhole = most === everything
  // What earlier closures have not done yet is no part of this dry run.
  if (isWhole) await runClosures(office, now)
  const effect = await readEffect(db, catalogue, plan, now)
  if (!effect.ok) return
  const { fingerprint } = effect.value
  const wanted = { plan, cause: 'fault' as const, choice, reason, words, fingerprint, key: randomUUID(), by }
  const started = await startClosure({ db, catalogues, jobs: { send: async () => {} } }, wanted, unaudited, now)
  if (!started.ok && started.refusal.code !== 'floor_closed_already')
    throw new Error(`a closure that was tried out: ${started.refusal.code}`)
  await runClosures(office, now, most)
  if (started.ok && isWhole) await compare(db, started.value.id, effect.value)
}

/** A dry run is its run: the same bookings of the same people, and the same sums, paid back or awaiting the answer. */
async function compare(db: Db, closureId: string, { affected }: Effect): Promise<void> {
  const { rows } = await sql<{ holderId: string; memberId: string; sum: number }>`
    select i.holder_id as "holderId", i.member_id as "memberId", case when i.state = 'offered' then b.price + b.light_fee + b.deposit
      + coalesce((select sum(s.amount) from orders s where s.supplement_of = b.id and s.state = 'confirmed'), 0)::integer else i.owed end as sum
    from closure_items i join order_items b on b.id = i.holder_id
    where i.closure_id = ${closureId} and i.state in ('offered', 'cancelled') order by i.holder_id`.execute(db)
  const said = affected.map(({ holderId, memberId, back }) => ({ holderId, memberId, sum: back }))
  const [before, after] = [said.toSorted((a, b) => (a.holderId < b.holderId ? -1 : 1)), rows].map((list) => JSON.stringify(list))
  if (before !== after) throw new Error(`a closure was said to do ${before}, and did ${after}`)
}

async function answer({ db, catalogues }: Office, { offer: which, accept }: ClosureStep & { deed: 'answer' }, now: Date): Promise<void> {
  const offers = await db.selectFrom('closure_offers').select(['id', 'member_id']).orderBy('created_at').orderBy('id').execute()
  const offer = offers[which % Math.max(1, offers.length)]
  if (offer) await answerOffer({ db, catalogues }, { memberId: offer.member_id, offerId: offer.id, accept }, now)
}

async function reopen(
  { db, catalogues, by }: Office,
  { closure: which, facility }: ClosureStep & { deed: 'reopen' },
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: string; isClosure: boolean }>`
    select id, true as "isClosure" from closures union all select id, false from blocks where closure_id is null order by 1`.execute(db)
  const found = rows[which % Math.max(1, rows.length)]
  if (found?.isClosure)
    await liftClosure({ db, catalogues, serveFirst, canText: true }, { id: found.id, by, facilityId: facility }, unaudited, now)
  else if (found) await liftBlock({ db, catalogues }, found.id, unaudited, now)
}

/** SQL of what closures may break: offers without floor, bookings that lost theirs and have nothing for it, sums that were not said. */
export const closuresOf = (now: Date) => sql`
  union all select 'an offer of other floor holds none: ' || f.id from closure_offers f join order_items b on b.id = f.item_id
    where f.state = 'open' and f.hold_until > ${now} and b.state = 'active' and b.parked_at is not null and b.moves = f.moves
      and (select count(*) from occupancy c where c.holder_id = f.id and c.during = f.during) <> (select count(*) from court_spaces s where s.court_id = f.court_id)
  union all select 'floor is held for an offer that is over: ' || f.id from closure_offers f join occupancy c on c.holder_id = f.id where f.state <> 'open'
  union all select 'a closure took the floor of a booking, which has no offer: ' || b.id from order_items b join orders o on o.id = b.order_id
    where b.state = 'active' and b.parked_at is not null and o.state in ('confirmed', 'checked-in')
      and exists (select from closure_offers f where f.item_id = b.id and f.moves = b.moves) and not exists (select from closure_offers f where f.item_id = b.id and f.state = 'open')
  union all select 'a closure says another sum than is owed: ' || i.holder_id from closure_items i
    where i.state = 'cancelled' and i.owed <> (select coalesce(sum(d.amount), 0) from refunds_due d where d.item_id = i.holder_id and d.reason = 'venue-cancelled')
  union all select 'floor is kept for a closure that is over: ' || s.space_id from closing_spaces s join blocks l on l.id = s.holder_id join closures c on c.id = l.closure_id
    where c.state <> 'running'`
