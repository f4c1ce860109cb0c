import type { MoneyWay } from '#modules/payments/rules.ts'
import { sql } from 'kysely'
import type { DbOrTrx } from '#db/connect.ts'

/** From `from` up to and without `until`. */
export type Span = { from: Date; until: Date }

/** What happened to papers in a span of time, by issuer. */
export type PaperSums = {
  issuer: string
  issued: number
  issuedCount: number
  voided: number
  voidedCount: number
  allowed: number
  allowedCount: number
  /** Allowances that were voided. */
  restored: number
}

export async function readPaperSums(db: DbOrTrx, { from, until }: Span): Promise<PaperSums[]> {
  const { rows } = await sql<PaperSums>`
    with moves as (
      select issuer, 'issued' as what, amount from invoices where issued_at >= ${from} and issued_at < ${until}
      union all select issuer, 'voided', amount from invoices where voided_at >= ${from} and voided_at < ${until}
      union all select v.issuer, case d.kind when 'allow' then 'allowed' else 'restored' end, d.amount
        from invoice_deeds d join invoices v on v.id = d.invoice_id where d.kind in ('allow', 'void-allowance') and d.state = 'done' and d.done_at >= ${from} and d.done_at < ${until})
    select issuer, coalesce(sum(amount) filter (where what = 'issued'), 0)::integer as issued, count(*) filter (where what = 'issued')::integer as "issuedCount",
      coalesce(sum(amount) filter (where what = 'voided'), 0)::integer as voided, count(*) filter (where what = 'voided')::integer as "voidedCount",
      coalesce(sum(amount) filter (where what = 'allowed'), 0)::integer as allowed, count(*) filter (where what = 'allowed')::integer as "allowedCount",
      coalesce(sum(amount) filter (where what = 'restored'), 0)::integer as restored
    from moves group by issuer order by issuer`.execute(db)
  return rows
}

/** What moved in the same span by the ledger, by way; cash is what the tills took and gave. */
export type MoneySums = { way: MoneyWay; paid: number; back: number }

export async function readMoneySums(db: DbOrTrx, { from, until }: Span): Promise<MoneySums[]> {
  const { rows } = await sql<MoneySums>`
    select way, coalesce(sum(amount) filter (where kind = 'payment'), 0)::integer as paid, coalesce(-sum(amount) filter (where kind = 'refund'), 0)::integer as back
    from ledger where at >= ${from} and at < ${until} group by way order by way`.execute(db)
  return rows
}

/**
 * An order of which the papers are not its money: `papers` is what was issued, less what was voided and allowed. `owed` has not been sent
 * back yet, though the papers are without it already; `held` are deposits, which have no paper.
 */
export type OrderBalance = {
  orderNo: string
  paid: number
  sent: number
  owed: number
  held: number
  papers: number
  /** Undone deeds: how many, and the problem of the first. */
  waiting: number
  problem: string | null
}

/** Orders whose money or papers moved in a span, with all of their money and papers, whenever that was. */
export async function readBalances(db: DbOrTrx, { from, until }: Span): Promise<OrderBalance[]> {
  const { rows } = await sql<OrderBalance>`
    with touched as (
      select order_id from ledger where at >= ${from} and at < ${until}
      union select order_id from invoices where (issued_at >= ${from} and issued_at < ${until}) or (voided_at >= ${from} and voided_at < ${until})
      union select order_id from invoice_deeds where (done_at >= ${from} and done_at < ${until}) or state in ('open', 'held'))
    select o.order_no as "orderNo",
      (select coalesce(sum(l.amount), 0)::integer from ledger l where l.order_id = o.id and l.kind = 'payment') as paid,
      (select coalesce(-sum(l.amount), 0)::integer from ledger l where l.order_id = o.id and l.kind = 'refund') as sent,
      (select coalesce(sum(d.amount), 0)::integer from refunds_due d where d.order_id = o.id and d.done_at is null) as owed,
      case when o.state in ('awaiting-payment', 'confirmed', 'checked-in') then
        (select coalesce(sum(i.deposit), 0)::integer from order_items i where i.order_id = o.id and i.state = 'active')
        + (select coalesce(sum(n.amount), 0)::integer from order_lines n where n.order_id = o.id and n.state = 'active' and n.purpose = 'deposit')
        else 0 end as held,
      (select coalesce(sum(v.amount), 0)::integer from invoices v where v.order_id = o.id and v.state = 'issued')
        - (select coalesce(sum(d.amount), 0)::integer from invoice_deeds d join invoices v on v.id = d.invoice_id and v.state = 'issued'
          where d.order_id = o.id and d.kind = 'allow' and d.state = 'done'
            and not exists (select from invoice_deeds w where w.allowance_id = d.id and w.state = 'done')) as papers,
      (select count(*)::integer from invoice_deeds d where d.order_id = o.id and d.state in ('open', 'held')) as waiting,
      (select d.problem from invoice_deeds d where d.order_id = o.id and d.state in ('open', 'held') limit 1) as problem
    from touched t join orders o on o.id = t.order_id order by o.order_no`.execute(db)
  return rows
}

/** How much the papers of an order differ from its money. */
export const differenceOf = ({ paid, sent, owed, held, papers }: OrderBalance): number => papers - (paid - sent - owed - held)
