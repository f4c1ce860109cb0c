import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { OverQuota } from '#modules/orders/store.ts'
import type { OrderState } from '#modules/orders/rules.ts'
import { sql } from 'kysely'
import type { Wished } from './rules.ts'
import type { LeavingMember, Merging } from '#modules/accounts/deps.ts'
import { stopAwaiting } from '#modules/availability/waiting-store.ts'
import { joinSameWishes } from './store.ts'

/** What a refusal says besides its code. */
export type PassDetail = OverQuota | { until: string } | { open: number; allowed: number }

export type Pass = {
  wishId: string
  memberId: string
  at: Date
  courtId: number
  start: Date
  end: Date
  why: string
  refused: boolean
  detail: PassDetail | null
}

const asPass = sql`
  p.wish_id as "wishId", w.member_id as "memberId", p.at, p.court_id as "courtId", lower(p.during) as start, upper(p.during) as "end", p.why, p.refused, p.detail`

export async function readPass(db: DbOrTrx, wishId: string, freedId: string): Promise<Pass | undefined> {
  const { rows } = await sql<Pass>`
    select ${asPass} from wish_passes p join wishes w on w.id = p.wish_id where p.wish_id = ${wishId} and p.freed_id = ${freedId}`.execute(
    db,
  )
  return rows[0]
}

export type WishRow = Wished & {
  id: string
  memberId: string
  state: 'open' | 'offered' | 'withdrawn'
  notAfter: Date
  createdAt: Date
  place: number | null
  order: { orderNo: string; state: OrderState; amount: number; payBefore: string | null } | null
}

const asRow = sql`
  w.id, w.member_id as "memberId", w.sport, w.facility_id as "facilityId", w.court_id as "courtId", to_char(w.day, 'YYYY-MM-DD') as day, w.from_minute as "from",
  w.to_minute as "to", w.minutes, w.courts, w.state, w.not_after as "notAfter", w.created_at as "createdAt"`

/** Open wishes that wait for some of the same floor and are served earlier, and this one. */
const placeOf = (now: Date) => sql`
  (select count(distinct e.id)::integer + 1 from awaited_spaces mine join awaited_spaces other on other.space_id = mine.space_id and other.during && mine.during
    join wishes e on e.id = other.wish_id and (not e.had_it_before, e.number) < (not w.had_it_before, w.number) and e.state = 'open' and e.not_after > ${now} where mine.wish_id = w.id)`

const wishesAtMost = 50

/** A member's wishes, open ones first, then the newest. `most`: null for all of them. */
export async function readWishes(db: DbOrTrx, memberId: string, now: Date, most: number | null = wishesAtMost): Promise<WishRow[]> {
  const { rows } = await sql<WishRow>`
    select ${asRow}, case when w.state = 'open' and w.not_after > ${now} then ${placeOf(now)} end as place,
      (select json_build_object('orderNo', o.order_no, 'state', o.state, 'amount', o.amount, 'payBefore', o.pay_before) from orders o where o.id = w.order_id) as order
    from wishes w where w.member_id = ${memberId}
    order by w.state = 'open' and w.not_after > ${now} desc, w.number desc limit ${most}`.execute(db)
  return rows
}

/** Why wishes were passed over, the newest first. */
export async function readPasses(db: DbOrTrx, wishIds: string[]): Promise<Pass[]> {
  const { rows } = await sql<Pass>`
    select ${asPass} from wish_passes p join wishes w on w.id = p.wish_id where p.wish_id = any(${wishIds}::uuid[]) order by p.at desc limit 200`.execute(
    db,
  )
  return rows
}

/** The order of an offer of this member, or undefined. */
export async function findOffer(db: DbOrTrx, wishId: string, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('wishes')
    .select('order_id as orderId')
    .where('id', '=', wishId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.orderId ?? undefined
}

/** Open wishes in the order of the line, of one day or of all. */
export async function readOpenLine(
  db: DbOrTrx,
  { day, most }: { day: string | undefined; most: number },
  now: Date,
): Promise<(WishRow & { name: string })[]> {
  const { rows } = await sql<WishRow & { name: string }>`
    select ${asRow}, null as place, null as order, m.name from wishes w join members m on m.id = w.member_id
    where w.state = 'open' and w.not_after > ${now} and (${day ?? null}::date is null or w.day = ${day ?? null}::date)
    order by w.day, not w.had_it_before, w.number limit ${most}`.execute(db)
  return rows
}

/** Deletes the wishes of a member who closes their account. */
export async function forgetInWaiting(trx: Trx, { id }: Pick<LeavingMember, 'id'>): Promise<void> {
  const wishes = await trx.deleteFrom('wishes').where('member_id', '=', id).returning('id').execute()
  await stopAwaiting(
    trx,
    wishes.map((wish) => wish.id),
  )
}

/** Gives the wishes of a double to the kept member; they keep their place in line. Where both waited for the same, one is left. */
export async function mergeInWaiting(trx: Trx, { from, into }: Merging, now: Date): Promise<void> {
  await trx.updateTable('wishes').set({ member_id: into }).where('member_id', '=', from).execute()
  await joinSameWishes(trx, [into], now)
}
