import { sql } from 'kysely'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { LeavingMember, Merging } from '#modules/accounts/deps.ts'
import type { Buyer, BuyerKind } from './buyer-rules.ts'

type Row = { kind: string; code: string; taxId: string; title: string }
const columns = ['kind', 'code', 'tax_id as taxId', 'title'] as const
const buyerFrom = (row: Row | undefined): Buyer | undefined => row && { ...row, kind: row.kind as BuyerKind }

/** What was said for this order. */
export const readOrderBuyer = async (db: DbOrTrx, orderId: string): Promise<Buyer | undefined> =>
  buyerFrom(await db.selectFrom('invoice_buyers').select(columns).where('order_id', '=', orderId).executeTakeFirst())

/** What the member gave last. */
export const readPreference = async (db: DbOrTrx, memberId: string): Promise<Buyer | undefined> =>
  buyerFrom(await db.selectFrom('invoice_preferences').select(columns).where('member_id', '=', memberId).executeTakeFirst())

export const readBuyerFor = async (db: DbOrTrx, orderId: string, memberId: string): Promise<Buyer | undefined> =>
  (await readOrderBuyer(db, orderId)) ?? (await readPreference(db, memberId))

const valuesOf = ({ kind, code, taxId, title }: Buyer, now: Date) => ({ kind, code, tax_id: taxId, title, changed_at: now })

export async function writeOrderBuyer(db: DbOrTrx, orderId: string, buyer: Buyer, now: Date): Promise<void> {
  const values = valuesOf(buyer, now)
  await db
    .insertInto('invoice_buyers')
    .values({ order_id: orderId, ...values })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(values))
    .execute()
}

export async function writePreference(db: DbOrTrx, memberId: string, buyer: Buyer, now: Date): Promise<void> {
  const values = valuesOf(buyer, now)
  await db
    .insertInto('invoice_preferences')
    .values({ member_id: memberId, ...values })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute()
}

/** How a member last wanted their invoices. */
export async function forgetPreference(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('invoice_preferences').where('member_id', '=', memberId).execute()
}

/** Carriers are the member's own; the number and title of a business are what the books must keep. */
export async function forgetInInvoices(trx: Trx, { id }: LeavingMember): Promise<void> {
  await forgetPreference(trx, id)
  await sql`delete from invoice_buyers b using orders o where o.id = b.order_id and o.member_id = ${id}`.execute(trx)
  // Of one that waits, the issuer still needs the carrier; it is cleared when it has been issued.
  await sql`
    update invoices v set buyer = v.buyer || '{"code": ""}' from orders o
    where o.id = v.order_id and o.member_id = ${id} and v.state <> 'wanted' and v.buyer ->> 'kind' <> 'business'`.execute(trx)
}

/** Orders follow by themselves; of what both have given last, the kept member's stays. */
export async function mergeInInvoices(trx: Trx, { from, into }: Merging): Promise<void> {
  await sql`
    update invoice_preferences set member_id = ${into}
    where member_id = ${from} and not exists (select from invoice_preferences k where k.member_id = ${into})`.execute(trx)
  await forgetPreference(trx, from)
}

/** Clears carriers of invoices that are older than the books are kept. Answers how many. */
export async function forgetOldBuyers(db: DbOrTrx, before: Date, most: number): Promise<number> {
  const gone = await sql`
    update invoices set buyer = '{"kind": "member", "code": "", "taxId": "", "title": ""}', random_code = null, marks = null
    where id in (select id from invoices where issued_at < ${before} and buyer <> '{"kind": "member", "code": "", "taxId": "", "title": ""}' limit ${most})`.execute(
    db,
  )
  return Number(gone.numAffectedRows)
}
