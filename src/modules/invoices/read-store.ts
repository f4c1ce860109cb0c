import { sql, type RawBuilder } from 'kysely'
import type { DbOrTrx } from '#db/connect.ts'
import type { Buyer } from './buyer-rules.ts'
import type { PaperMarks } from './issuer.ts'
import type { DeedKind, DeedState, InvoiceLine, InvoiceState } from './rules.ts'

export type ReadDeed = {
  id: string
  kind: DeedKind
  state: DeedState
  amount: number
  number: string | null
  problem: string | null
  problemWords: string | null
  reason: string
  tries: number
  allowanceId: string | null
  createdAt: Date
  nextTryAt: Date
  doneAt: Date | null
}

export type ReadInvoice = {
  id: string
  orderNo: string
  orderId: string
  memberId: string
  issuer: string
  relateNo: string
  amount: number
  lines: InvoiceLine[]
  buyer: Buyer
  state: InvoiceState
  number: string | null
  randomCode: string | null
  marks: PaperMarks | null
  createdAt: Date
  issuedAt: Date | null
  voidedAt: Date | null
  deeds: ReadDeed[]
}

type Times<T> = { [K in keyof T]: T[K] extends Date | null ? (null extends T[K] ? string | null : string) : T[K] }
type Row = Omit<ReadInvoice, 'deeds'> & { deeds: Times<ReadDeed>[] }

/** SQL of invoices \`v\` with their orders \`o\` and deeds. */
export async function readInvoices(db: DbOrTrx, which: RawBuilder<unknown>, rest: RawBuilder<unknown> = sql``): Promise<ReadInvoice[]> {
  const { rows } = await sql<Row>`
    select v.id, o.order_no as "orderNo", o.id as "orderId", o.member_id as "memberId", v.issuer, v.relate_no as "relateNo", v.amount, v.lines, v.buyer, v.state, v.number,
      v.random_code as "randomCode", v.marks, v.created_at as "createdAt", v.issued_at as "issuedAt", v.voided_at as "voidedAt",
      (select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind, 'state', d.state, 'amount', d.amount, 'number', d.number, 'problem', d.problem,
          'problemWords', d.problem_words, 'reason', d.reason, 'tries', d.tries, 'allowanceId', d.allowance_id, 'createdAt', d.created_at,
          'nextTryAt', d.next_try_at, 'doneAt', d.done_at) order by d.created_at, d.id), '[]')
        from invoice_deeds d where d.invoice_id = v.id) as deeds
    from invoices v join orders o on o.id = v.order_id where ${which} order by v.created_at desc, v.id ${rest}`.execute(db)
  return rows.map((row) => ({
    ...row,
    deeds: row.deeds.map((deed) => ({
      ...deed,
      createdAt: new Date(deed.createdAt),
      nextTryAt: new Date(deed.nextTryAt),
      doneAt: deed.doneAt === null ? null : new Date(deed.doneAt),
    })),
  }))
}

export const readInvoice = async (db: DbOrTrx, id: string): Promise<ReadInvoice | undefined> =>
  (await readInvoices(db, sql`v.id = ${id}`))[0]

/** SQL of an order `o` with this number, or a top-up of one of its bookings: each has papers of its own. */
const isPartOf = (orderNo: string) => sql`(o.order_no = ${orderNo} or o.supplement_of in (
  select i.id from order_items i join orders b on b.id = i.order_id where b.order_no = ${orderNo}))`

const ofMember = (memberId: string, orderNo: string | undefined) =>
  sql`o.member_id = ${memberId} and ${orderNo === undefined ? sql`true` : isPartOf(orderNo)}`

/** All that a member got; what was not wanted any more before it was sent is nothing. */
export const listOfMember = (db: DbOrTrx, memberId: string, orderNo?: string) => readList(db, ofMember(memberId, orderNo))

/** One that has a number. With a member: only of theirs. */
export async function findNumbered(db: DbOrTrx, id: string, memberId: string | undefined): Promise<ReadInvoice | undefined> {
  const whose = memberId === undefined ? sql`true` : sql`o.member_id = ${memberId}`
  const [found] = await readInvoices(db, sql`v.id = ${id} and v.number is not null and v.state in ('issued', 'voided') and ${whose}`)
  return found
}

export const listOfOrder = (db: DbOrTrx, orderNo: string) => readList(db, isPartOf(orderNo))

/** With whether money of these orders has moved that their invoices do not show yet. */
async function readList(db: DbOrTrx, which: RawBuilder<unknown>): Promise<{ found: ReadInvoice[]; isSettling: boolean }> {
  const [found, { rows }] = await Promise.all([
    readInvoices(db, sql`${which} and v.state <> 'dropped'`),
    sql<{ settles: boolean }>`
      select exists (select from orders o where ${which} and (exists (select from invoice_marks k where k.order_id = o.id)
        or exists (select from invoice_deeds d where d.order_id = o.id and d.state = 'open'))) as settles`.execute(db),
  ])
  return { found, isSettling: rows[0]!.settles }
}

/** Allowances that were not voided, the oldest first. */
export const allowancesOf = ({ deeds }: Pick<ReadInvoice, 'deeds'>): ReadDeed[] =>
  deeds.filter(
    (deed) =>
      deed.kind === 'allow' &&
      deed.state === 'done' &&
      !deeds.some(({ allowanceId, state }) => allowanceId === deed.id && state === 'done'),
  )
