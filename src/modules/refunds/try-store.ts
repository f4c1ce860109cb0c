import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { PayWay } from '#modules/payments/way-rules.ts'
import { sql, type RawBuilder } from 'kysely'
import { triesAtMost } from './rules.ts'

/** Card refunds to send now: new ones, and refused ones with attempts left. */
export async function findSendable(db: DbOrTrx, limit: number, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('way', '=', 'card')
    .where('perhaps_twice', '=', false)
    .where('try_at', '<=', now)
    .where((e) => e.or([e('state', '=', 'approved'), e.and([e('state', '=', 'failed'), e('tries', '<', triesAtMost)])]))
    .orderBy('try_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export type CardPayment = {
  provider: string
  tradeNo: string
  way: PayWay | null
  gatewayTradeNo: string | null
  total: number
  paidAt: Date
  isFirst: boolean
  before: number
}

/** The card payment, and whether no part of it has been, or may have been, refunded before. */
export async function readCardPayment(trx: Trx, attemptId: string, refundId: string): Promise<CardPayment> {
  const { rows } = await sql<CardPayment>`
    select a.provider, a.trade_no as "tradeNo", a.way, a.gateway_trade_no as "gatewayTradeNo", a.amount as total, coalesce(a.settled_at, a.created_at) as "paidAt",
      not exists (
        select from refunds_due d join refund_items i on i.due_id = d.id join refunds r on r.id = i.refund_id
        where coalesce(d.attempt_id, r.attempt_id) = a.id and d.order_id = a.order_id and r.id <> ${refundId} and (d.done_at is not null or r.state = 'processing')) as "isFirst",
      (select coalesce(-sum(l.amount), 0)::integer from ledger l where l.order_id = a.order_id and l.attempt_id = a.id and l.kind = 'refund' and l.way = 'card') as before
    from payment_attempts a where a.id = ${attemptId}`.execute(trx)
  return rows[0]!
}

/**
 * SQL of whether a refund has to wait for an attempt `t` of another refund `u` of the same payment: it is unknown whether that one went
 * through, because it is being sent, its answer was lost, or a late answer contradicts what was decided. What the payment's books say
 * could then be about either. Of two whose answers were both lost, and which staff send again, one goes first.
 */
export const isUnsettledBefore = (refundId: RawBuilder<unknown>) => sql`t.refund_id <> ${refundId} and (
  t.outcome is null or u.perhaps_twice
  or t.outcome = 'unclear' and u.way = 'card' and (u.state = 'processing' or u.state in ('approved', 'failed') and u.id < ${refundId})
    and not exists (select from refund_tries n where n.refund_id = t.refund_id and n.attempt_id = t.attempt_id and n.number > t.number))`

/**
 * Whether it is unknown of another refund of the payment whether it went through. Locks out whoever asks the same until the end of the transaction, so that of two that begin together
 * one waits.
 */
export async function isAnotherUnsettled(trx: Trx, attemptId: string, refundId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('refund of ' || ${attemptId}::text, 0))`.execute(trx)
  const { rows } = await sql`
    select from refund_tries t join refunds u on u.id = t.refund_id
    where t.attempt_id = ${attemptId} and ${isUnsettledBefore(sql`${refundId}::uuid`)} limit 1`.execute(trx)
  return rows.length > 0
}

export async function postponeTry(db: DbOrTrx, id: string, until: Date): Promise<void> {
  await db.updateTable('refunds').set({ try_at: until }).where('id', '=', id).execute()
}

type NewTry = { refundId: string; number: number; attemptId: string; provider: string }

export async function insertTry(trx: Trx, { refundId, number, attemptId, provider }: NewTry, now: Date): Promise<void> {
  await trx.insertInto('refund_tries').values({ refund_id: refundId, number, attempt_id: attemptId, provider, at: now }).execute()
}

/**
 * The WHERE is the guard: false when the attempt has ended already. `isHeld`: the answer comes late, and the attempt counted as crashed
 * meanwhile; nobody has decided about it yet.
 */
export async function endTry(
  trx: Trx,
  refundId: string,
  number: number,
  { outcome, answer, isHeld = false }: { outcome: 'refunded' | 'refused' | 'unclear'; answer: string; isHeld?: boolean },
): Promise<boolean> {
  const ended = await trx
    .updateTable('refund_tries')
    .set({ outcome, answer: answer.slice(0, 500) })
    .where('refund_id', '=', refundId)
    .where('number', '=', number)
    .where((e) => e.or([e('outcome', 'is', null), ...(isHeld ? [e('outcome', '=', 'unclear')] : [])]))
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/**
 * The provider answered an attempt that counted as crashed, after somebody has decided about it. True when it contradicts the decision:
 * money went back that is booked another way or not at all, or the payment was sent once more; or it did not go back, and is booked. The
 * attempt and its refund are marked then.
 */
export async function writeLateAnswer(
  trx: Trx,
  attempt: { refundId: string; number: number; attemptId: string | null },
  { outcome, answer }: { outcome: 'refunded' | 'refused' | 'unclear'; answer: string },
  now: Date,
): Promise<boolean> {
  const { refundId, number, attemptId } = attempt
  await sql`
    update refund_tries set outcome = ${outcome}, answer = ${answer.slice(0, 500)}
    where refund_id = ${refundId} and number = ${number} and outcome = 'unclear'`.execute(trx)
  if (outcome === 'unclear') return false
  const { rows } = await sql`
    with known as (
      select exists (
        select from ledger l where l.attempt_id = ${attemptId}::uuid and l.way = 'card'
          and l.cause in ('refund:' || ${refundId}::text, 'refund:' || ${refundId}::text || ':' || ${attemptId}::text)) as is_booked,
        exists (
          select from refund_tries n where n.refund_id = ${refundId} and n.attempt_id = ${attemptId}::uuid and n.number > ${number}) as is_sent_again
    ), marked as (
      update refund_tries t set contradicts = true from known k
      where t.refund_id = ${refundId} and t.number = ${number} and t.outcome = ${outcome}
        and case ${outcome}::text when 'refunded' then not k.is_booked or k.is_sent_again else k.is_booked and not k.is_sent_again end
      returning t.refund_id
    )
    update refunds r set perhaps_twice = true, changed_at = ${now} from marked m where r.id = m.refund_id returning r.id`.execute(trx)
  return rows.length > 0
}

/** What a late answer says against a decision: that a payment went back, or that it did not. */
export type LateAnswer = { attemptId: string | null; outcome: 'refunded' | 'refused' }

/** Late answers that finance has to look into. The version before marked only the refund: then all attempts that went through. */
export async function findLateAnswers(db: DbOrTrx, refundId: string): Promise<LateAnswer[]> {
  const { rows } = await sql<LateAnswer>`
    select t.attempt_id as "attemptId", t.outcome from refund_tries t where t.refund_id = ${refundId} and (t.contradicts or (
      t.outcome = 'refunded' and not exists (select from refund_tries c where c.refund_id = t.refund_id and c.contradicts)))
    order by t.number`.execute(db)
  return rows
}

/** Finance has looked into late answers. */
export async function clearLateAnswers(trx: Trx, refundId: string, now: Date): Promise<void> {
  await sql`update refund_tries set contradicts = false where refund_id = ${refundId} and contradicts`.execute(trx)
  await sql`update refunds set perhaps_twice = false, changed_at = ${now} where id = ${refundId}`.execute(trx)
}

/**
 * Takes an attempt back that never reached the provider: the refund is as it was before, and the next run tries it again. False, and nothing is
 * done, when the attempt has ended already. `hasStep`: it began the latest step of the refund; otherwise that is of the card before.
 */
export async function forgetTry(
  trx: Trx,
  {
    refundId,
    number,
    state,
    hasStep,
    isHeld,
  }: { refundId: string; number: number; state: 'approved' | 'failed'; hasStep: boolean; isHeld: boolean },
  failure: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ isForgotten: boolean }>`
    with forgotten as (delete from refund_tries where refund_id = ${refundId} and number = ${number} and (outcome is null or (${isHeld} and outcome = 'unclear')) returning at),
      step as (
        delete from refund_steps s using forgotten f
        where ${hasStep} and s.refund_id = ${refundId} and s.state = 'processing' and s.at = f.at),
      refund as (
        update refunds set state = ${state}, tries = tries - 1, unclear = false, failure = ${failure.slice(0, 500)}, changed_at = ${now}
        where id = ${refundId} and state = 'processing' and exists (select from forgotten))
    select exists (select from forgotten) as "isForgotten"`.execute(trx)
  return rows[0]!.isForgotten
}

export async function markUnclear(db: DbOrTrx, id: string, failure: string, now: Date): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ unclear: true, failure, changed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .execute()
}

/** Attempts without an outcome: their process crashed. */
export async function findLostTries(db: DbOrTrx, before: Date): Promise<{ refundId: string; number: number }[]> {
  return db
    .selectFrom('refund_tries')
    .select(['refund_id as refundId', 'number'])
    .where('outcome', 'is', null)
    .where('at', '<', before)
    .execute()
}
