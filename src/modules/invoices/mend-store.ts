import { sql } from 'kysely'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Buyer } from './buyer-rules.ts'
import type { DeedKind } from './rules.ts'

export type StuckDeed = { id: string; kind: DeedKind; invoiceId: string; orderId: string; relateNo: string; problem: string | null }

const stuck = sql`
  select d.id, d.kind, d.invoice_id as "invoiceId", d.order_id as "orderId", v.relate_no as "relateNo", d.problem
  from invoice_deeds d join invoices v on v.id = d.invoice_id where d.state in ('open', 'held')`

/** A deed that was not done yet. */
export async function findStuck(db: DbOrTrx, id: string): Promise<StuckDeed | undefined> {
  const { rows } = await sql<StuckDeed>`${stuck} and d.id = ${id}`.execute(db)
  return rows[0]
}

export async function lockStuck(trx: Trx, id: string): Promise<StuckDeed | undefined> {
  const { rows } = await sql<StuckDeed>`${stuck} and d.id = ${id} for update of d`.execute(trx)
  return rows[0]
}

/** Its turn is now. What was said before stands until there is another answer. A try under way ends first. */
export async function reopenDeed(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`
    update invoice_deeds set state = 'open', next_try_at = case when state = 'held' or problem is not null then ${now} else next_try_at end,
      tries = case when problem = 'look_there' then 0 else tries end
    where id = ${id}`.execute(trx)
}

/** All that is held by a refusal. What may have been done needs a look at each. */
export async function reopenHeld(trx: Trx, now: Date): Promise<number> {
  const { rows } = await sql`
    update invoice_deeds set state = 'open', next_try_at = ${now}
    where state = 'held' and problem is distinct from 'look_there' and problem is distinct from 'amount_differs' returning id`.execute(trx)
  return rows.length
}

export type FoundInvoice = {
  orderId: string
  issuer: string
  relateNo: string
  amount: number
  state: 'wanted' | 'issued' | 'voided' | 'dropped'
  issuedAt: Date | null
  allowances: { id: string; amount: number }[]
  refusesVoid: boolean
}

export async function findInvoice(trx: Trx, id: string): Promise<FoundInvoice | undefined> {
  const { rows } = await sql<FoundInvoice>`
    select v.order_id as "orderId", v.issuer, v.relate_no as "relateNo", v.amount, v.state, v.issued_at as "issuedAt",
      (select coalesce(json_agg(json_build_object('id', d.id, 'amount', d.amount)), '[]') from invoice_deeds d
        where d.invoice_id = v.id and d.kind = 'allow' and d.state = 'done'
          and not exists (select from invoice_deeds w where w.allowance_id = d.id and w.state = 'done')) as allowances,
      exists (select from invoice_deeds d where d.invoice_id = v.id and d.kind = 'void' and d.state = 'refused') as "refusesVoid"
    from invoices v where v.id = ${id}`.execute(trx)
  return rows[0]
}

export async function writeInvoiceBuyer(trx: Trx, id: string, buyer: Buyer): Promise<void> {
  await trx
    .updateTable('invoices')
    .set({ buyer: JSON.stringify(buyer) })
    .where('id', '=', id)
    .where('state', '=', 'wanted')
    .execute()
}
