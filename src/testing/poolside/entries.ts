import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, DbOrTrx, Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { formatDate } from '#i18n/dates.ts'
import { inEach, say } from '#i18n/words.ts'
import { requestHash } from '#lib/request-hash.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { addDays, dayOf, momentAt, type Day } from '#lib/zone.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import { moveOrder } from '#modules/orders/move-store.ts'
import type { OrderKinds } from '#modules/orders/order-kinds.ts'
import { orderNumber } from '#modules/orders/rules.ts'
import { findByKey, writePlainOrder } from '#modules/orders/store.ts'

/** An entry lets somebody into the pool on one day, whenever they come. It has no court and no hour, and any number of people. */
export type EntryState = 'waiting' | 'paid' | 'used' | 'lapsed' | 'given-back'
const price = 110
const payMinutes = 30

const words = (day: Day) => inEach((locale) => ({ tw: '泳池單次入場 ', en: 'Pool entry, ' })[locale] + formatDate(momentAt(day, 0), locale))

export type BuyRefusal = { code: 'day_is_over' } | { code: 'idempotency_key_reused' }

/** Orders entries for a day. */
export async function buyEntries(
  db: Db,
  { memberId, day, count, key }: { memberId: string; day: Day; count: number; key: string },
  now: Date,
): Promise<Result<{ orderNo: string }, BuyRefusal>> {
  if (day < dayOf(now)) return refuse({ code: 'day_is_over' })
  const hash = requestHash(['entry', day, count])
  return db.transaction().execute(async (trx): Promise<Result<{ orderNo: string }, BuyRefusal>> => {
    await lockMember(trx, memberId)
    const before = await findByKey(trx, memberId, key)
    if (before) return before.requestHash === hash ? ok({ orderNo: before.orderNo }) : refuse({ code: 'idempotency_key_reused' })
    const id = randomUUID()
    const orderNo = orderNumber(now, randomBytes(7))
    const lines = [{ words: words(day), count, amount: count * price }]
    const payBefore = new Date(now.getTime() + payMinutes * 60_000)
    await writePlainOrder(trx, { id, orderNo, kind: 'entry', memberId, lines, payBefore, idempotencyKey: key, requestHash: hash }, now)
    await sql`insert into pool_entries (order_id, day, count) values (${id}, ${day}, ${count})`.execute(trx)
    return ok({ orderNo })
  })
}

/** Lets people in, once, on the day. */
export async function useEntries(db: Db, orderNo: string, audit: Audit, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      update pool_entries e set state = 'used' from orders o where o.id = e.order_id and o.order_no = ${orderNo} and e.state = 'paid' and e.day = ${dayOf(now)}
      returning o.id`.execute(trx)
    if (!rows[0]) return false
    await audit(trx, { action: 'ticket.checked_in', subject: { kind: 'order', id: orderNo } })
    return moveOrder(trx, rows[0].id, 'complete', now)
  })
}

export type Entry = { orderNo: string; day: Day; count: number; state: EntryState }

export async function listEntries(db: DbOrTrx, memberId: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select o.order_no as "orderNo", e.day, e.count, e.state from pool_entries e join orders o on o.id = e.order_id
    where o.member_id = ${memberId} order by o.created_at, o.order_no`.execute(db)
  return rows
}

/** Entries that were paid for a day. */
export async function countEntries(db: DbOrTrx, day: string): Promise<number> {
  const { rows } = await sql<{ sold: number }>`
    select coalesce(sum(count), 0)::integer as sold from pool_entries where day::text = ${day} and state = 'paid'`.execute(db)
  return rows[0]!.sold
}

const become = async (trx: Trx, orderIds: string[], state: EntryState, from: EntryState[], until: Day): Promise<number> => {
  const { numAffectedRows } = await sql`
    update pool_entries set state = ${state} where order_id = any (${orderIds}::uuid[]) and state = any (${from}::text[]) and day >= ${until}`.execute(
    trx,
  )
  return Number(numAffectedRows)
}
const anyDay: Day = '0001-01-01'

/** All of it up to two days before, half on the day before, nothing on the day. */
async function termsOf(db: DbOrTrx, orderId: string, today: Day) {
  const { rows } = await sql<{ day: Day }>`select day from pool_entries where order_id = ${orderId} and state = 'paid'`.execute(db)
  const day = rows[0]?.day
  if (day === undefined || day <= today) return undefined
  const isEarly = addDays(today, 1) < day
  return {
    percent: isEarly ? 100 : 50,
    until: momentAt(isEarly ? addDays(day, -1) : day, 0),
    reason: isEarly ? { tw: '兩天前，全額', en: 'Two days before: in full' } : { tw: '前一天，半數', en: 'On the day before: half' },
  }
}

export const entryKinds = {
  entry: {
    title: (locale) => say({ tw: '泳池入場', en: 'Pool entry' }, locale),
    icon: 'ticket',
    isBooking: false,
    isTopUp: false,
    page: undefined,
    /** Late money still lets in, unless the day is over. */
    settle: async (trx, { id }, now) => (await become(trx, [id], 'paid', ['waiting', 'lapsed'], dayOf(now))) === 1,
    expire: async (trx, expired) => {
      const ids = expired.map(({ orderId }) => orderId)
      await become(trx, ids, 'lapsed', ['waiting'], anyDay)
    },
    pointWhenUnpaid: false,
    byNumber: false,
    giveBack: {
      terms: async (db, orderId, lines, now) => {
        const terms = await termsOf(db, orderId, dayOf(now))
        return terms ? lines.map(({ id }) => ({ lineId: id, ...terms })) : []
      },
      take: async (trx, orderId) => {
        await become(trx, [orderId], 'given-back', ['paid'], anyDay)
      },
    },
  },
} as const satisfies OrderKinds
