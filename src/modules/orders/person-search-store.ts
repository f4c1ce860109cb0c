import type { DbOrTrx } from '#db/connect.ts'
import { endsWith, startsWith } from '#db/starts-with.ts'
import { hasPart } from '#modules/accounts/names-store.ts'
import { sql, type RawBuilder } from 'kysely'
import type { PersonQuery } from './line-rules.ts'

export type FoundPerson = {
  id: string
  name: string
  account: string
  email: string
  mobile: string
  isGuest: boolean
  orderNo: string | null
}

const foundAtMost = 20

/** What lists of people show, of members `m`. */
export const personColumns = sql`m.id, m.name, coalesce(m.account, '') as account, coalesce(m.email, '') as email, m.mobile, m.is_guest as "isGuest"`
type Where = RawBuilder<unknown>
const from = (where: Where, order: Where, among: Where) =>
  sql`(select ${personColumns}, null::text as "orderNo" from members m where m.closed_at is null and ${among} and ${where} order by ${order} using ~<~ limit ${foundAtMost})`

const everybody = sql`true`

/** Open accounts by what was typed, each way by its own index. `among`: a condition on `m`, their row of members. */
export async function findPeople(db: DbOrTrx, query: PersonQuery, among: Where = everybody): Promise<FoundPerson[]> {
  const { rows } =
    await sql<FoundPerson>`select distinct on (name, id) * from (${waysTo(query, among)}) as found order by name, id limit ${foundAtMost}`.execute(
      db,
    )
  return rows
}

/** Exported for the test of its plan. */
export function waysTo(query: PersonQuery, among: Where = everybody): Where {
  const orderNo = sql`o.order_no`
  if ('orderNo' in query) return ofOrders(startsWith(orderNo, query.orderNo), among)
  const ends = query.orderEnd === undefined ? [] : [ofOrders(endsWith(orderNo, query.orderEnd), among)]
  return sql.join([...('mobile' in query ? waysToMobile(query.mobile, among) : waysToWords(query.words, among)), ...ends], sql` union all `)
}

const ofOrders = (where: Where, among: Where) =>
  sql`(select ${personColumns}, o.order_no as "orderNo" from orders o join members m on m.id = o.member_id where ${among} and ${where} limit ${foundAtMost})`

function waysToMobile(digits: string, among: Where): Where[] {
  const mobile = sql`m.mobile`
  return [startsWith(mobile, digits), endsWith(mobile, digits)].map((way) => from(sql`m.mobile <> '' and ${way}`, mobile, among))
}

function waysToWords(words: string, among: Where): Where[] {
  const [name, lastName] = [sql`lower(m.name)`, sql`lower(substring(m.name from '[^ ]+$'))`]
  const [email, account] = [sql`lower(m.email)`, sql`lower(m.account)`]
  return [
    from(startsWith(name, words), name, among),
    from(sql`m.name like '% %' and ${startsWith(lastName, words)}`, lastName, among),
    from(startsWith(email, words), email, among),
    from(startsWith(account, words), account, among),
    // Without an order: the first twenty are found before all that match are read.
    sql`(select ${personColumns}, null::text as "orderNo" from members m where m.closed_at is null and ${among} and ${hasPart(sql`m.name`, words)} limit ${foundAtMost})`,
  ]
}
