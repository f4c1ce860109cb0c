import { sql } from 'kysely'
import type { Db, Trx } from '#db/connect.ts'
import { letterAddress, letterMobile } from '#modules/accounts/club-store.ts'
import type { Buyer } from './buyer-rules.ts'
import type { IssuedPaper } from './issuer.ts'
import { markOrder } from './plan-store.ts'
import { leaseMinutes, type DeedKind, type InvoiceLine } from './rules.ts'

/** A deed whose turn it is, with all that its issuer has to know. */
export type DueDeed = {
  id: string
  kind: DeedKind
  amount: number
  /** This one included. */
  tries: number
  reason: string
  allowanceNo: string | null
  invoiceId: string
  orderId: string
  orderNo: string
  relateNo: string
  invoiceAmount: number
  number: string | null
  issuedAt: Date | null
  lines: InvoiceLine[]
  buyer: Buyer
  till: string | null
  contact: { name: string; email: string; mobile: string }
  /** Numbers of its allowances that were done, void or not. */
  knownAllowances: string[]
  /** What its allowances that are not void leave of it. */
  rest: number
}

/**
 * Takes the deed that has waited longest, as one more try. Nobody else takes it while the try may be under way; who dies leaves it to
 * the next, who asks the issuer first.
 */
export async function claimDeed(db: Db, issuer: string, now: Date): Promise<DueDeed | undefined> {
  const until = new Date(now.getTime() + leaseMinutes * 60_000)
  const { rows } = await sql<DueDeed>`
    with claimed as (
      update invoice_deeds set tries = tries + 1, next_try_at = ${until} where id = (
        select d.id from invoice_deeds d join invoices v on v.id = d.invoice_id
        where d.state = 'open' and d.next_try_at <= ${now} and v.issuer = ${issuer}
        order by d.next_try_at, d.created_at, d.id limit 1 for update of d skip locked)
      returning *)
    select d.id, d.kind, d.amount, d.tries, d.reason, w.number as "allowanceNo", v.id as "invoiceId", o.id as "orderId", o.order_no as "orderNo",
      v.relate_no as "relateNo", v.amount as "invoiceAmount", v.number, v.issued_at as "issuedAt", v.lines, v.buyer, v.till,
      json_build_object('name', m.name, 'email', coalesce(${letterAddress()}, ''), 'mobile', coalesce(${letterMobile()}, '')) as contact,
      array(select a.number from invoice_deeds a where a.invoice_id = v.id and a.kind = 'allow' and a.number is not null) as "knownAllowances",
      v.amount - (select coalesce(sum(a.amount), 0)::integer from invoice_deeds a where a.invoice_id = v.id and a.kind = 'allow' and a.state = 'done'
        and not exists (select from invoice_deeds x where x.allowance_id = a.id and x.state = 'done')) as rest
    from claimed d join invoices v on v.id = d.invoice_id join orders o on o.id = d.order_id join members m on m.id = o.member_id
    left join invoice_deeds w on w.id = d.allowance_id`.execute(db)
  return rows[0]
}

/** Writes that it was done, whoever knows it first, and has the order looked at again. */
export async function finishDeed(
  db: Db,
  { id, kind, invoiceId, orderId }: Pick<DueDeed, 'id' | 'kind' | 'invoiceId' | 'orderId'>,
  learnt: { paper?: IssuedPaper; allowanceNo?: string },
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const done = { state: 'done' as const, done_at: now, problem: null, problem_words: null }
    const number = learnt.allowanceNo === undefined ? {} : { number: learnt.allowanceNo }
    const moved = await trx
      .updateTable('invoice_deeds')
      .set({ ...done, ...number })
      .where('id', '=', id)
      .where('state', 'in', ['open', 'held'])
      .executeTakeFirst()
    if (moved.numUpdatedRows === 0n) return false
    if (kind === 'issue') await writeIssued(trx, invoiceId, learnt.paper!)
    if (kind === 'void') await trx.updateTable('invoices').set({ state: 'voided', voided_at: now }).where('id', '=', invoiceId).execute()
    await markOrder(trx, orderId)
    return true
  })
}

/** The carrier of somebody whose account was closed meanwhile is cleared with it. */
async function writeIssued(trx: Trx, invoiceId: string, { number, randomCode, issuedAt, marks }: IssuedPaper): Promise<void> {
  await sql`
    update invoices v set state = 'issued', number = ${number}, random_code = ${randomCode}, issued_at = ${issuedAt}, marks = ${marks ? JSON.stringify(marks) : null},
      buyer = case when m.closed_at is not null and v.buyer ->> 'kind' <> 'business' then v.buyer || '{"code": ""}' else v.buyer end
    from orders o join members m on m.id = o.member_id where o.id = v.order_id and v.id = ${invoiceId}`.execute(trx)
}

type Problem = { code: string; words: string }

/** It was not done; it waits for its next turn (`open`), for a person (`held`), or never will be (`refused`). Only the try that is under way says so. */
export async function noteProblem(
  db: Db,
  { id, orderId, tries }: Pick<DueDeed, 'id' | 'orderId' | 'tries'>,
  state: 'open' | 'held' | 'refused',
  { code, words }: Problem,
  nextTryAt: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const moved = await trx
      .updateTable('invoice_deeds')
      .set({ state, problem: code, problem_words: words.slice(0, 200), next_try_at: nextTryAt })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('tries', '=', tries)
      .executeTakeFirst()
    if (moved.numUpdatedRows > 0n && state === 'refused') await markOrder(trx, orderId)
  })
}

/** For how many seconds the oldest deed has waited for its issuer. */
export async function readOldestOpen(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float8 as seconds from invoice_deeds
    where state in ('open', 'held')`.execute(db)
  return Math.max(0, rows[0]!.seconds)
}
