import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import type { Day } from '#lib/zone.ts'
import { checkIn, withdrawMissed } from '#modules/attendance/check-in.ts'
import { namePlayers } from '#modules/attendance/name-players.ts'
import { playersKeptDays } from '#modules/attendance/player-rules.ts'
import { forgetPlayersOfPast, readPlayers } from '#modules/attendance/player-store.ts'
import { closePastBookings } from '#modules/attendance/close-past-bookings.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { changeCatalogue } from '#modules/catalogue/change-catalogue.ts'
import { previewChange } from '#modules/catalogue/preview-change.ts'
import { blockCourt, previewBlock } from '#modules/feedback/block-court.ts'
import type { FeedbackDeps } from '#modules/feedback/deps.ts'
import { moveOn } from '#modules/feedback/handle-report.ts'
import { insertReport } from '#modules/feedback/report-store.ts'
import { givePointsForMissed, withdrawPointOfMissed } from '#modules/violations/give-points.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { unaudited } from './unaudited.ts'

export type HouseStep =
  /** It is so many minutes after the next booking has begun. */
  | { deed: 'play'; minutes: number }
  | { deed: 'check-in' | 'came'; item: number }
  /** A member writes who plays along, or that nobody does; the names of what is over are forgotten. */
  | { deed: 'players'; item: number; names: readonly string[] }
  | { deed: 'forget-players' }
  /** A court is closed because of a fault, for some hours of the day on which everybody wants to play. */
  | { deed: 'fault'; court: number; hour: number; hours: number }
  | { deed: 'mended'; report: number; court: 'open' | 'keep' | undefined }
  /** The day on which everybody wants to play is a holiday, or none: closed, or open. */
  | { deed: 'holiday'; kind: 'closed' | 'open' | 'none' }

const pick = fc.nat({ max: 12 })
/** Members come or do not, and the desk withdraws no-shows; faults close courts and are mended; holidays close the house. */
export const houseSteps: { weight: number; arbitrary: fc.Arbitrary<HouseStep> }[] = [
  { weight: 3, arbitrary: fc.record({ deed: fc.constant('play' as const), minutes: fc.constantFrom(-10, 5, 11, 11, 61) }) },
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('check-in' as const), item: pick }) },
  { weight: 3, arbitrary: fc.record({ deed: fc.constant('came' as const), item: pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ deed: fc.constant('players' as const), item: pick, names: fc.constantFrom(['阿明', 'Ben'], ['小華'], []) }),
  },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('forget-players' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      deed: fc.constant('fault' as const),
      court: fc.constantFrom(1, 2, 10, 11),
      hour: fc.integer({ min: 15, max: 20 }),
      hours: fc.constantFrom(1, 2, 6),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      deed: fc.constant('mended' as const),
      report: fc.nat({ max: 4 }),
      court: fc.constantFrom('open' as const, 'open' as const, 'keep' as const, undefined),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      deed: fc.constant('holiday' as const),
      kind: fc.constantFrom('closed' as const, 'open' as const, 'none' as const),
    }),
  },
]

const deeds = new Set(['play', 'check-in', 'came', 'players', 'forget-players', 'fault', 'mended', 'holiday'])
export const isInHouse = (step: { deed: string }): step is HouseStep => deeds.has(step.deed)

type House = { db: Db; catalogues: Catalogues; by: string }
type World = { now: Date; day: Day }
const tokens = new Tokens('a secret that only tests know, long enough')

/** A step, whatever comes of it: refusals are part of the game. Throws when something else happens than a dry run has said. */
export async function takeInHouse(house: House, world: World, step: HouseStep): Promise<void> {
  const { db, catalogues, by } = house
  if (step.deed === 'play') return play(db, world, step.minutes)
  if (step.deed === 'fault') return fault(house, world, step)
  if (step.deed === 'mended') return mend(house, world, step)
  if (step.deed === 'holiday') return keepHoliday(house, world, step.kind)
  if (step.deed === 'forget-players') return forgetPlayers(db, world)
  const items = await db.selectFrom('order_items').select(['id', 'order_id']).orderBy('id').execute()
  const found = items[step.item % Math.max(1, items.length)]
  if (!found) return
  if (step.deed === 'players') return writePlayers(db, world, found.order_id, step.names)
  const itemId = found.id
  const deps = { db, catalogues, tokens, onCame: withdrawPointOfMissed }
  if (step.deed === 'check-in') await checkIn(deps, { itemId, by }, unaudited, world.now)
  else await withdrawMissed(deps, { itemId, reason: 'x', by }, unaudited, world.now)
}

async function writePlayers(db: Db, { now }: World, orderId: string, names: readonly string[]): Promise<void> {
  const order = await db.selectFrom('orders').select(['order_no', 'member_id']).where('id', '=', orderId).executeTakeFirstOrThrow()
  const asked = { memberId: order.member_id, orderNo: order.order_no, names: [...names] }
  const named = await namePlayers(db, asked, now)
  const kept = await readPlayers(db, orderId)
  if (named.ok && kept.join() !== names.join()) throw new Error(`who plays was said to be ${names.join()}, and is ${kept.join()}`)
}

/** Whoever is forgotten played, or never will; whoever is left is still to play, or did so lately. */
async function forgetPlayers(db: Db, { now }: World): Promise<void> {
  const since = new Date(now.getTime() - playersKeptDays * 86_400_000)
  await forgetPlayersOfPast(db, since, 1000)
  const { rows } = await sql<{ no: string }>`
    select o.order_no as no from order_players p join orders o on o.id = p.order_id left join order_items i on i.order_id = o.id and i.state = 'active'
    group by o.id having o.state in ('expired', 'cancelled', 'venue-cancelled') or coalesce(max(upper(i.during)), '-infinity') <= ${since}`.execute(
    db,
  )
  if (rows[0]) throw new Error(`the players of an order that is over are kept: ${rows[0].no}`)
}

async function play(db: Db, world: World, minutes: number): Promise<void> {
  const { rows } = await sql<{ start: Date }>`
    select min(lower(during)) as start from order_items where state = 'active' and lower(during) > ${world.now} having count(*) > 0`.execute(
    db,
  )
  if (rows[0]) world.now = new Date(Math.max(world.now.getTime(), rows[0].start.getTime() + minutes * 60_000))
  await closePastBookings(db, world.now, givePointsForMissed)
}

/** What filing reports and answering their reporters needs besides, and closing courts does not. */
const feedbackOf = ({ db, catalogues }: House) => ({ db, catalogues, releaseDates: async () => 0 }) as unknown as FeedbackDeps

async function fault(house: House, { now, day }: World, { court, hour, hours }: HouseStep & { deed: 'fault' }): Promise<void> {
  const { facility } = (await house.catalogues.current()).courtOf.get(court)!
  const about = { title: 'x', waterKind: null, description: 'x', contactName: 'x', contactPhone: 'x', memberId: null, mobile: '0912000000' }
  const report = { id: randomUUID(), kind: 'repair' as const, facilityId: facility.id, courtId: court, locale: 'tw' as const, ...about }
  const ticketNo = await insertReport(house.db, report, now)
  const start = new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+08:00`)
  const period = { start, end: new Date(start.getTime() + hours * 3_600_000) }
  const deps = feedbackOf(house)
  const said = await previewBlock(deps, { ticketNo, courtId: undefined, period }, now)
  if (!said.ok) return
  const seen = { bookings: said.value.bookings, back: said.value.back }
  const closed = await blockCourt(
    deps,
    { ticketNo, courtId: undefined, period, reasonTw: '漏水', reasonEn: 'Leak', by: house.by, seen },
    unaudited,
    now,
  )
  if (!closed.ok && closed.refusal.code === 'block_changed')
    throw new Error(`closing a court was said to take ${JSON.stringify(seen)}, and takes ${JSON.stringify(closed.refusal)}`)
}

async function mend(house: House, { now }: World, { report, court }: HouseStep & { deed: 'mended' }): Promise<void> {
  const reports = await house.db.selectFrom('reports').select(['id', 'ticket_no']).orderBy('created_at').orderBy('ticket_no').execute()
  const found = reports[report % Math.max(1, reports.length)]
  if (!found) return
  const done = await moveOn(house, { ticketNo: found.ticket_no, by: house.by, to: 'done', text: '', court }, unaudited, now)
  if (!done.ok || court !== 'open') return
  const { rows } = await sql`
    select from reports r join blocks b on b.id = r.block_id join occupancy o on o.holder_id = b.id where r.id = ${found.id} and upper(b.during) > ${now}`.execute(
    house.db,
  )
  if (rows.length > 0) throw new Error('a court that was opened again is closed')
}

async function keepHoliday(
  { db, catalogues, by }: House,
  { now, day }: World,
  kind: (HouseStep & { deed: 'holiday' })['kind'],
): Promise<void> {
  const named = { day, name: { tw: '館慶', en: 'Anniversary' }, ...(kind === 'closed' ? { closed: true as const } : {}) }
  const changes = { holidays: kind === 'none' ? [] : [named] }
  const wanted = { changes, mode: 'merge' as const, basedOn: undefined }
  const said = await previewChange(db, wanted, now)
  const change = { ...wanted, reason: 'x', confirmTouched: said.touched.length, by }
  const { version } = await catalogues.current()
  const changed = await changeCatalogue({ db, releaseDates: async () => 0 }, change, unaudited, now)
  if (!changed.ok) throw new Error(`a holiday that was tried out is refused: ${changed.refusal.code}`)
  const sum = said.touched.reduce((before, { paid }) => before + paid, 0)
  if (changed.value.owed !== sum) throw new Error(`a holiday was said to pay ${sum} back, and pays ${changed.value.owed}`)
  if (changed.value.changes.length > 0) await catalogues.newerThan(version)
}

/** Reports and holidays of a sequence; what belongs to orders is deleted with them. */
export async function emptyHouse({ db, catalogues }: Omit<House, 'by'>): Promise<void> {
  await sql.raw('delete from report_notes; delete from reports').execute(db)
  const { version } = await catalogues.current()
  const { rows } = await sql`delete from holidays returning day`.execute(db)
  if (rows.length > 0) await catalogues.newerThan(version)
}

/** SQL of what they may break: who came has no point for it, and nothing is booked or offered on a day on which the house is closed. */
export const houseOf = (now: Date) => sql`
  union all select 'who came has a point for not coming: ' || v.order_id from violations v where v.kind = 'no-show' and v.removed_at is null
    and not exists (select from order_items i where i.order_id = v.order_id and i.day = v.day and i.missed_at is not null)
  union all select 'somebody plays along with an order that never had a ticket: ' || o.order_no from order_players p join orders o on o.id = p.order_id where o.confirmed_at is null
  union all select 'a booking was both attended and missed: ' || i.id from order_items i where i.checked_in_at is not null and i.missed_at is not null
  union all select 'a booking stands on a closed day: ' || i.id from order_items i join orders o on o.id = i.order_id join holidays h on h.day = i.day and h.closed
    where i.state = 'active' and i.parked_at is null and lower(i.during) > ${now} and (o.state in ('confirmed', 'checked-in') or (o.state = 'awaiting-payment' and o.pay_before > ${now}))
  union all select 'floor of a closed day is offered: ' || f.id from closure_offers f join holidays h on h.day = (lower(f.during) at time zone 'Asia/Taipei')::date and h.closed
    where f.state = 'open' and f.hold_until > ${now}
  union all select 'a move to a closed day waits for its top-up: ' || s.order_no from pending_moves p join orders s on s.id = p.order_id
    join holidays h on h.day = (lower(p.to_during) at time zone 'Asia/Taipei')::date and h.closed where s.state = 'awaiting-payment' and s.pay_before > ${now}`
