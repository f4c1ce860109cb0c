import { sql } from 'kysely'
import type { Db, DbOrTrx } from '#db/connect.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { rebuildRollup, rollUpDays } from '#modules/insight/roll-up.ts'
import { forgetRollup } from '#modules/insight/rollup-store.ts'
import { readDemand, readMoney, readRolledUp, readUse, type Asked } from '#modules/insight/store.ts'

/**
 * Where the figures of insight disagree with the rows that they count: rolled up with days that have changed since, rolled up
 * again, and rebuilt, they have to be what counting all rows gives; and the money has to be that of ledger, tills and refunds.
 */
export async function disagreements(db: Db, begin: Date, now: Date): Promise<string[]> {
  // Long enough for a year to lie in it once the history has crossed a new year.
  const span = { from: addDays(dayOf(begin), -400), to: dayOf(now) }
  const found: string[] = []
  for (const grain of ['day', 'month'] as const) found.push(...(await disagreementsBy(db, now, { span, grain, facilityId: undefined })))
  return found
}

async function disagreementsBy(db: Db, now: Date, asked: Asked): Promise<string[]> {
  const found: string[] = []
  const counted = await readAll(db, asked)
  const fromRows = await db
    .transaction()
    .execute(async (trx) => {
      await forgetRollup(trx)
      throw new Counted(await readAll(trx, asked))
    })
    .catch((reason: unknown) => {
      if (reason instanceof Counted) return reason.text
      throw reason
    })
  if (counted !== fromRows) found.push(`with changed days: ${counted} is not ${fromRows}`)
  await rollUpDays(db, now)
  if ((await readAll(db, asked)) !== fromRows) found.push('rolled up again, it is not what the rows say')
  await rebuildRollup(db, now)
  if ((await readAll(db, asked)) !== fromRows) found.push('rebuilt, it is not what the rows say')
  return [...found, ...(await otherSums(db, asked))]
}

/** Carries an answer out of a transaction that is rolled back. */
class Counted extends Error {
  readonly text: string
  constructor(text: string) {
    super('counted')
    this.text = text
  }
}

async function readAll(db: DbOrTrx, asked: Asked): Promise<string> {
  const rolledUp = await readRolledUp(db)
  const [use, money] = [await readUse(db, asked, rolledUp), await readMoney(db, asked, rolledUp)]
  const rows = [use.byWeekday, use.points, money.byWay, money.points, await readDemand(db, asked, rolledUp)]
  return rows
    .flat()
    .map((row) => JSON.stringify(row))
    .toSorted()
    .join('\n')
}

type Sums = { paid: number; refunded: number; cashIn: number; cashOut: number; byCause: Record<string, number>; minutes: number }

async function otherSums(db: Db, asked: Asked): Promise<string[]> {
  const rolledUp = await readRolledUp(db)
  const { byWay: money, points: moved } = await readMoney(db, asked, rolledUp)
  const { byWeekday: use, points } = await readUse(db, asked, rolledUp)
  const sum = (rows: { paid: number; refunded: number }[], what: 'paid' | 'refunded') => rows.reduce((total, row) => total + row[what], 0)
  const cash = money.filter(({ way }) => way === 'cash')
  const causes = Map.groupBy(
    money.filter(({ cause }) => cause !== ''),
    ({ cause }) => cause,
  )
  const insight: Sums = {
    paid: sum(money, 'paid'),
    refunded: sum(money, 'refunded'),
    cashIn: sum(cash, 'paid'),
    cashOut: sum(cash, 'refunded'),
    byCause: Object.fromEntries([...causes].map(([cause, rows]) => [cause, sum(rows, 'refunded')]).toSorted()),
    minutes: use.flatMap(({ booked }) => booked).reduce((total, minutes) => total + minutes, 0),
  }
  const books = await readBooks(db, momentAt(asked.span.from, 0), momentAt(asked.span.to, 24 * 60), asked.span.to)
  const overTime = {
    paid: sum(moved, 'paid'),
    refunded: sum(moved, 'refunded'),
    minutes: points.reduce((total, { minutes }) => total + minutes, 0),
  }
  const asSums = { paid: insight.paid, refunded: insight.refunded, minutes: insight.minutes }
  if (JSON.stringify(overTime) !== JSON.stringify(asSums))
    return [`the points sum up to ${JSON.stringify(overTime)}, not ${JSON.stringify(asSums)}`]
  return JSON.stringify(insight) === JSON.stringify(books)
    ? []
    : [`insight says ${JSON.stringify(insight)}, the books say ${JSON.stringify(books)}`]
}

/** The same sums by other roads: payments from the ledger, cash from the tills, refunds from what is no longer owed, minutes from items. */
async function readBooks(db: Db, from: Date, before: Date, lastDay: string): Promise<Sums> {
  const { rows } = await sql<Omit<Sums, 'byCause'> & { byCause: [string, number][] | null }>`
    with done as (
      select r.cause, d.amount from refunds r join refund_items i on i.refund_id = r.id join refunds_due d on d.id = i.due_id
      where d.done_at >= ${from} and d.done_at < ${before}
    )
    select
      (select coalesce(sum(amount), 0)::integer from ledger where kind = 'payment' and at >= ${from} and at < ${before}) as paid,
      (select coalesce(sum(amount), 0)::integer from done) as refunded,
      (select coalesce(sum(amount), 0)::integer from till_rows where kind = 'sale' and at >= ${from} and at < ${before}) as "cashIn",
      (select coalesce(-sum(amount), 0)::integer from till_rows where kind = 'refund' and at >= ${from} and at < ${before}) as "cashOut",
      (select json_agg(json_build_array(cause, amount) order by cause collate "C") from (select cause, sum(amount)::integer as amount from done group by cause) as d) as "byCause",
      (select coalesce(sum(extract(epoch from least(upper(i.during), ${before}) - lower(i.during)) / 60 * (select count(*) from court_spaces s where s.court_id = i.court_id)), 0)::integer
        from order_items i join orders o on o.id = i.order_id
        where i.day <= ${lastDay}::date and i.state = 'active' and i.parked_at is null and o.state in ('confirmed', 'checked-in', 'completed', 'no-show')) as minutes`.execute(
    db,
  )
  const { paid, refunded, cashIn, cashOut, byCause, minutes } = rows[0]!
  return { paid, refunded, cashIn, cashOut, byCause: Object.fromEntries(byCause ?? []), minutes }
}
