import { sql } from 'kysely'
import type { Db, Trx } from '#db/connect.ts'
import { sqlWords } from '#db/words.ts'
import type { Words } from '#i18n/words.ts'
import type { Buyer } from './buyer-rules.ts'
import type { DeedKind, InvoiceLine, NextDeed } from './rules.ts'

/** Orders whose money has moved, the longest waiting first. */
export async function findMarked(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select order_id as "orderId" from invoice_marks group by order_id order by min(id) limit ${limit}`.execute(db)
  return rows.map(({ orderId }) => orderId)
}

/** Takes the marks of an order; answers whether money came in. Undefined: another run has taken them. */
export async function takeMarks(trx: Trx, orderId: string): Promise<{ paid: boolean } | undefined> {
  const { rows } = await sql<{ paid: boolean }>`delete from invoice_marks where order_id = ${orderId} returning paid`.execute(trx)
  return rows.length === 0 ? undefined : { paid: rows.some(({ paid }) => paid) }
}

/** Looks at an order again, because something was done for it. */
export async function markOrder(trx: Trx, orderId: string): Promise<void> {
  await trx.insertInto('invoice_marks').values({ order_id: orderId, paid: false }).execute()
}

type SoldItem = { facility: Words; court: Words; start: string; end: string; amount: number }
type SoldLine = { words: Words; count: number; amount: number }

export type OrderMoney = {
  orderNo: string
  memberId: string
  paid: number
  owed: number
  /** Deposits of an order that is not over. */
  held: number
  till: string | null
  items: SoldItem[]
  lines: SoldLine[]
}

export async function readMoney(trx: Trx, orderId: string): Promise<OrderMoney> {
  const { rows } = await sql<OrderMoney>`
    select o.order_no as "orderNo", o.member_id as "memberId", ${moneyColumns},
      (select t.name from ledger l join tills t on t.id = l.till_id where l.order_id = o.id and l.kind = 'payment' order by l.at desc limit 1) as till,
      (select coalesce(json_agg(json_build_object('facility', ${sqlWords('f.name')}, 'court', ${sqlWords('c.name')},
          'start', lower(i.during), 'end', upper(i.during), 'amount', i.price + i.light_fee) order by lower(i.during), i.id), '[]')
        from order_items i join courts c on c.id = i.court_id join facilities f on f.id = c.facility_id
        where i.order_id = o.id and i.state = 'active' and i.price + i.light_fee > 0) as items,
      (select coalesce(json_agg(json_build_object('words', ${sqlWords('n.words')}, 'count', n.count, 'amount', n.amount) order by n.position), '[]')
        from order_lines n where n.order_id = o.id and n.state = 'active' and n.purpose = 'price' and n.amount > 0) as lines
    from orders o where o.id = ${orderId}`.execute(trx)
  return rows[0]!
}

/** SQL of an order's money \`o\`: what its invoices have to add up to is paid - owed - held. */
export const moneyColumns = sql`
  (select coalesce(sum(l.amount), 0)::integer from ledger l where l.order_id = o.id and l.kind = 'payment') as paid,
  (select coalesce(sum(d.amount), 0)::integer from refunds_due d where d.order_id = o.id) as owed,
  (case when o.state in ('awaiting-payment', 'confirmed', 'checked-in') then
    (select coalesce(sum(i.deposit), 0)::integer from order_items i where i.order_id = o.id and i.state = 'active')
    + (select coalesce(sum(n.amount), 0)::integer from order_lines n where n.order_id = o.id and n.state = 'active' and n.purpose = 'deposit')
    else 0 end) as held`

export type PlannedInvoice = {
  id: string
  issuer: string
  amount: number
  issuedAt: Date
  allowances: { id: string; amount: number }[]
  refusesVoid: boolean
}

/** Invoices of an order that were issued and not voided, the newest first. */
export async function readLive(trx: Trx, orderId: string): Promise<PlannedInvoice[]> {
  const { rows } = await sql<PlannedInvoice>`
    select v.id, v.issuer, v.amount, v.issued_at as "issuedAt",
      (select coalesce(json_agg(json_build_object('id', d.id, 'amount', d.amount) order by d.done_at desc), '[]') from invoice_deeds d
        where d.invoice_id = v.id and d.kind = 'allow' and d.state = 'done'
          and not exists (select from invoice_deeds w where w.allowance_id = d.id and w.state = 'done')) as allowances,
      exists (select from invoice_deeds d where d.invoice_id = v.id and d.kind = 'void' and d.state = 'refused') as "refusesVoid"
    from invoices v where v.order_id = ${orderId} and v.state = 'issued' order by v.issued_at desc, v.id`.execute(trx)
  return rows
}

export type OpenDeed = {
  id: string
  invoiceId: string
  kind: DeedKind
  state: 'open' | 'held'
  amount: number
  tries: number
  problem: string | null
}

export async function findOpenDeed(trx: Trx, orderId: string): Promise<OpenDeed | undefined> {
  return (await trx
    .selectFrom('invoice_deeds')
    .select(['id', 'invoice_id as invoiceId', 'kind', 'state', 'amount', 'tries', 'problem'])
    .where('order_id', '=', orderId)
    .where('state', 'in', ['open', 'held'])
    .forUpdate()
    .executeTakeFirst()) as OpenDeed | undefined
}

export async function countInvoices(trx: Trx, orderId: string): Promise<number> {
  const row = await trx
    .selectFrom('invoices')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export type NewInvoice = {
  id: string
  orderId: string
  issuer: string
  relateNo: string
  amount: number
  lines: readonly InvoiceLine[]
  buyer: Buyer
  till: string | null
}

export async function insertInvoice(trx: Trx, invoice: NewInvoice, now: Date): Promise<void> {
  const { id, orderId, issuer, relateNo, amount, lines, buyer, till } = invoice
  await trx
    .insertInto('invoices')
    .values({
      id,
      order_id: orderId,
      issuer,
      relate_no: relateNo,
      amount,
      lines: JSON.stringify(lines),
      buyer: JSON.stringify(buyer),
      till,
      created_at: now,
    })
    .execute()
}

type NewDeed = {
  id: string
  orderId: string
  invoiceId: string
  kind: NextDeed['kind']
  amount: number
  allowanceId?: string
  by?: string
  reason?: string
}

export async function insertDeed(trx: Trx, deed: NewDeed, now: Date): Promise<void> {
  const { id, orderId, invoiceId, kind, amount, allowanceId = null, by = null, reason = '' } = deed
  await trx
    .insertInto('invoice_deeds')
    .values({
      id,
      order_id: orderId,
      invoice_id: invoiceId,
      kind,
      amount,
      allowance_id: allowanceId,
      by,
      reason,
      next_try_at: now,
      created_at: now,
    })
    .execute()
}

/** A deed that was never sent and is not wanted any more. */
export async function dropDeed(trx: Trx, { id, kind, invoiceId }: Pick<OpenDeed, 'id' | 'kind' | 'invoiceId'>): Promise<void> {
  await trx.updateTable('invoice_deeds').set({ state: 'dropped' }).where('id', '=', id).execute()
  if (kind === 'issue') await trx.updateTable('invoices').set({ state: 'dropped' }).where('id', '=', invoiceId).execute()
}
