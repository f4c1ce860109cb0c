import { anyOf } from '#db/any-of.ts'
import type { Db, DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { Attempt, AttemptMove, AttemptState, Method, MoneyWay, PaymentNumber, Verdict } from './rules.ts'
import type { Provider } from './provider.ts'
import { providers } from './providers.ts'
import type { PayWay } from './way-rules.ts'

const columns = [
  'id',
  'order_id as orderId',
  'provider',
  'way',
  'trade_no as tradeNo',
  'gateway_trade_no as gatewayTradeNo',
  'state',
  'method',
  'amount',
  'payment_number as number',
  'failure',
  'created_at as createdAt',
  'settled_at as settledAt',
] as const

type Row = Omit<Attempt, 'state' | 'way' | 'method' | 'number'> & {
  state: string
  way: string | null
  method: string | null
  number: unknown
}

function attemptFrom(row: Row): Attempt {
  const kept = row.number as (Omit<PaymentNumber, 'deadline'> & { deadline: string }) | null
  return {
    ...row,
    state: row.state as AttemptState,
    way: row.way as PayWay | null,
    method: row.method as Method | null,
    number: kept && ({ ...kept, deadline: new Date(kept.deadline) } as PaymentNumber),
  }
}

export async function insertAttempt(
  db: DbOrTrx,
  attempt: Pick<Attempt, 'id' | 'orderId' | 'provider' | 'way' | 'tradeNo' | 'amount'>,
  now: Date,
): Promise<void> {
  const { id, orderId, provider, way, tradeNo, amount } = attempt
  await db
    .insertInto('payment_attempts')
    .values({ id, order_id: orderId, provider, way, trade_no: tradeNo, state: 'created', amount, created_at: now })
    .execute()
}

export async function findAttempt(db: DbOrTrx, tradeNo: string): Promise<Attempt | undefined> {
  const row = await db.selectFrom('payment_attempts').select(columns).where('trade_no', '=', tradeNo).executeTakeFirst()
  return row && attemptFrom(row)
}

/** Locks an attempt, so that notices about one trade are applied one after the other. */
export async function lockAttempt(db: DbOrTrx, tradeNo: string): Promise<Attempt | undefined> {
  const row = await db.selectFrom('payment_attempts').select(columns).where('trade_no', '=', tradeNo).forUpdate().executeTakeFirst()
  return row && attemptFrom(row)
}

/** The attempt to show for an order: a paid one, else one with a number, else the newest. */
export async function findTellingAttempt(db: DbOrTrx, orderId: string): Promise<Attempt | undefined> {
  const telling = sql`array_position(array['paid', 'number-issued'], state)`
  const row = await db
    .selectFrom('payment_attempts')
    .select(columns)
    .where('order_id', '=', orderId)
    .orderBy(telling)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && attemptFrom(row)
}

type Learnt = { method?: Method | null; gatewayTradeNo?: string | null; number?: PaymentNumber; failure?: string; settledAt?: Date }

/** The WHERE is the guard: false when the state has changed meanwhile. */
export async function moveAttempt(db: DbOrTrx, id: string, move: AttemptMove, learnt: Learnt = {}): Promise<boolean> {
  const { method, gatewayTradeNo, number, failure, settledAt } = learnt
  const changes = {
    state: move.to,
    ...(method ? { method } : {}),
    ...(gatewayTradeNo ? { gateway_trade_no: gatewayTradeNo } : {}),
    ...(number ? { payment_number: JSON.stringify(number) } : {}),
    ...(failure === undefined ? {} : { failure }),
    ...(settledAt ? { settled_at: settledAt } : {}),
  }
  const moved = await db
    .updateTable('payment_attempts')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', anyOf(move.from))
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

/** The provider's number of a trade that it has opened before the browser arrives. */
export async function writeGatewayTradeNo(db: DbOrTrx, id: string, gatewayTradeNo: string): Promise<void> {
  await db.updateTable('payment_attempts').set({ gateway_trade_no: gatewayTradeNo }).where('id', '=', id).execute()
}

/** PostgreSQL texts cannot hold NUL; no provider sends one. */
const keepable = (text: string) => text.toWellFormed().replaceAll('\u0000', '')

/** JSON whose names and texts PostgreSQL can hold. */
const keepableJson = (body: Record<string, unknown>): string =>
  JSON.stringify(body, (_, value: unknown) => {
    if (typeof value === 'string') return keepable(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [keepable(name), one]))
  })

export type ReceivedNotice = { provider: string; tradeNo: string; fields: Record<string, unknown>; verdict: Verdict }

export async function insertNotice(db: DbOrTrx, notice: ReceivedNotice, now: Date): Promise<void> {
  const { provider, tradeNo, fields, verdict } = notice
  await db
    .insertInto('payment_notices')
    .values({ provider, trade_no: keepable(tradeNo).slice(0, 40), received_at: now, body: keepableJson(fields), verdict })
    .execute()
}

/** Ledger entry of a payment. `cause` is unique: a second one is a bug and rolls the transaction back. */
export async function insertPayment(
  db: DbOrTrx,
  { id, orderId, tradeNo }: Pick<Attempt, 'id' | 'orderId' | 'tradeNo'>,
  { amount, way, tillId = null }: { amount: number; way: MoneyWay; tillId?: string | null },
  now: Date,
): Promise<void> {
  await db
    .insertInto('ledger')
    .values({ order_id: orderId, attempt_id: id, kind: 'payment', way, till_id: tillId, amount, cause: `payment:${tradeNo}`, at: now })
    .execute()
}

/** Ledger entry of money that went back. `cause` is unique: what goes back is written once. */
export async function insertRefundEntry(
  db: DbOrTrx,
  refund: {
    cause: string
    orderId: string
    attemptId: string | null
    amount: number
    way: MoneyWay
    tillId: string | null
    reference: string | null
  },
  now: Date,
): Promise<void> {
  const { cause, orderId, attemptId, amount, way, tillId, reference } = refund
  const row = { order_id: orderId, attempt_id: attemptId, kind: 'refund', way, till_id: tillId, amount: -amount, reference }
  await db
    .insertInto('ledger')
    .values({ ...row, cause, at: now })
    .execute()
}

/** Takes out the entry of a card that got nothing after all. Answers how much it was; 0 when there is none. */
export async function deleteRefundEntry(db: DbOrTrx, cause: string): Promise<number> {
  const row = await db
    .deleteFrom('ledger')
    .where('cause', '=', cause)
    .where('kind', '=', 'refund')
    .where('way', '=', 'card')
    .returning('amount')
    .executeTakeFirst()
  return -(row?.amount ?? 0)
}

/** Longer than a provider that has to be asked gives its payers. */
const newFor = sql`interval '25 minutes'`

/**
 * Attempts at a provider without a final notice, oldest first, those that the provider knows before the others. Each is asked about after ten minutes, then with exponential backoff
 * (factor 1.5); at a provider that has to be asked, by each run of the minutely job while it is new.
 */
export async function findSilentAttempts(
  db: DbOrTrx,
  { name, tells }: Pick<Provider, 'name' | 'tells'>,
  now: Date,
  limit: number,
): Promise<Attempt[]> {
  const waited = sql`(coalesce(asked_at, created_at) - created_at)`
  const pause = sql`greatest(interval '10 minutes', ${waited} / 2)`
  const pauseHere = tells === 'when-asked' ? sql`case when ${waited} < ${newFor} then interval '50 seconds' else ${pause} end` : pause
  const rows = await db
    .selectFrom('payment_attempts')
    .select(columns)
    .where('provider', '=', name)
    .where('state', 'in', ['created', 'processing', 'number-issued'])
    .where(sql<boolean>`coalesce(asked_at, created_at) + ${pauseHere} <= ${now}`)
    .orderBy(sql`gateway_trade_no is null`)
    .orderBy(sql`coalesce(asked_at, created_at)`)
    .limit(limit)
    .execute()
  return rows.map(attemptFrom)
}

/** False when the attempt was asked about in the last three seconds: two who ask at the same time would both confirm. */
export async function claimAsking(db: DbOrTrx, id: string, now: Date): Promise<boolean> {
  const claimed = await db
    .updateTable('payment_attempts')
    .set({ asked_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`(asked_at is null or asked_at <= ${now}::timestamptz - interval '3 seconds')`)
    .executeTakeFirst()
  return claimed.numUpdatedRows > 0n
}

/** Erases the payer from the providers' notices of these orders; what the books need stays, and of a provider that nobody knows nothing. */
export async function forgetPayers(trx: Trx, orderIds: string[], list: readonly Provider[] = providers): Promise<void> {
  const kept = JSON.stringify(Object.fromEntries(list.map(({ name, keptFields }) => [name, keptFields])))
  const body = sql`(
    select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(n.body) f where ${kept}::jsonb -> n.provider ? f.key)`
  const isTheirs = sql`a.trade_no = n.trade_no and a.order_id = any(${orderIds}::uuid[]) and jsonb_typeof(n.body) = 'object'`
  await sql`update payment_notices n set body = ${body} from payment_attempts a where ${isTheirs}`.execute(trx)
  await sql`update payment_notices_archive n set body = ${body} from payment_attempts a where ${isTheirs}`.execute(trx)
}

/** Moves old notices into the archive of their year, in one statement, so that a notice is never in both or in neither. */
export async function archiveNotices(db: Db, before: Date, most: number): Promise<number> {
  const { rows } = await sql`
    with moved as (
      delete from payment_notices where id in (select id from payment_notices where received_at < ${before} order by received_at limit ${most})
      returning id, provider, trade_no, received_at, body, verdict
    )
    insert into payment_notices_archive (year, id, provider, trade_no, received_at, body, verdict)
    select extract(year from received_at at time zone 'Asia/Taipei'), id, provider, trade_no, received_at, body, verdict from moved returning id`.execute(
    db,
  )
  return rows.length
}

export async function deleteArchivedNotices(db: Db, beforeYear: number, most: number): Promise<number> {
  const gone = await sql`
    delete from payment_notices_archive where (year, id) in (
      select year, id from payment_notices_archive where year < ${beforeYear} limit ${most})`.execute(db)
  return Number(gone.numAffectedRows)
}
