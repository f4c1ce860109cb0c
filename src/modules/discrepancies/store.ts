import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, DbOrTrx } from '#db/connect.ts'
import { addDays, momentAt, type Day } from '#lib/zone.ts'
import { leaseMinutes, type Difference, type DiscrepancyKind } from './rules.ts'

export async function readLastDay(db: DbOrTrx): Promise<Day | null> {
  const row = await db
    .selectFrom('money_checks')
    .select(({ fn }) => fn.max('day').as('day'))
    .executeTakeFirst()
  return row?.day ?? null
}

const hour = 3_600_000

/**
 * Queues what a day moved, and what is open: once, whoever comes first. Of attempts, those that were started, settled or given back on that
 * day or are open; of papers, those that were issued, voided, allowed, or are waited for.
 */
export async function openDay(db: Db, day: Day, now: Date): Promise<void> {
  const [from, until] = [momentAt(day, 0), momentAt(addDays(day, 1), 0)]
  const within = (moment: string) => sql`${sql.ref(moment)} >= ${from} and ${sql.ref(moment)} < ${until}`
  await db.transaction().execute(async (trx) => {
    const opened = await trx
      .insertInto('money_checks')
      .values({ day, started_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('day')
      .execute()
    if (opened.length === 0) return
    // What was started a moment ago has still to be heard of.
    const settled = new Date(now.getTime() - hour)
    await sql`
      insert into money_check_queue (kind, subject_id, day, asked, next_at)
      select 'payment', a.id, ${day}::date, a.provider, ${now}::timestamptz from payment_attempts a
      where a.provider <> 'desk' and a.created_at < ${settled} and (
        ${within('a.created_at')} or ${within('a.settled_at')} or a.state in ('created', 'processing', 'number-issued')
        or exists (select from refund_tries t where t.attempt_id = a.id and ${within('t.at')})
        or exists (select from ledger l where l.kind = 'refund' and ${within('l.at')} and l.attempt_id = a.id and l.order_id = a.order_id))
      union all
      select 'paper', v.id, ${day}::date, v.issuer, ${now} from invoices v
      where v.created_at < ${settled} and (${within('v.issued_at')} or ${within('v.voided_at')} or v.state = 'wanted'
        or exists (select from invoice_deeds d where d.invoice_id = v.id and ${within('d.done_at')}))
      on conflict (kind, subject_id) do nothing`.execute(trx)
  })
}

/** A day is over when nothing of it is queued any more. */
export async function finishDays(db: DbOrTrx, now: Date): Promise<void> {
  await sql`
    update money_checks c set finished_at = ${now}
    where finished_at is null and not exists (select from money_check_queue q where q.day = c.day)`.execute(db)
}

/** Who has to be asked something now. */
export async function listAsked(db: DbOrTrx, now: Date): Promise<Pick<Queued, 'kind' | 'asked'>[]> {
  const rows = await db.selectFrom('money_check_queue').select(['kind', 'asked']).distinct().where('next_at', '<=', now).execute()
  return rows as Pick<Queued, 'kind' | 'asked'>[]
}

export type Queued = { kind: 'payment' | 'paper'; subjectId: string; day: Day; asked: string; /** This one included. */ tries: number }

/** Takes the next one. Nobody else takes it while it may be asked about; who dies leaves it to the next. */
export async function claimQueued(db: DbOrTrx, { kind, asked }: Pick<Queued, 'kind' | 'asked'>, now: Date): Promise<Queued | undefined> {
  const until = new Date(now.getTime() + leaseMinutes * 60_000)
  const { rows } = await sql<Queued>`
    update money_check_queue set tries = tries + 1, next_at = ${until} where (kind, subject_id) = (
      select kind, subject_id from money_check_queue where kind = ${kind} and asked = ${asked} and next_at <= ${now}
      order by next_at, subject_id limit 1 for update skip locked)
    returning kind, subject_id as "subjectId", day, asked, tries`.execute(db)
  return rows[0]
}

/** It was compared, or it never will be. Counted once, though two have asked about it. */
export async function dropQueued(db: Db, { kind, subjectId, day }: Queued, outcome: 'compared' | 'skipped'): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const dropped = await trx
      .deleteFrom('money_check_queue')
      .where('kind', '=', kind)
      .where('subject_id', '=', subjectId)
      .executeTakeFirst()
    if (dropped.numDeletedRows === 0n) return
    const compared = outcome === 'compared' ? 1 : 0
    await sql`update money_checks set compared = compared + ${compared}, skipped = skipped + ${1 - compared} where day = ${day}`.execute(
      trx,
    )
  })
}

export async function postponeQueued(db: DbOrTrx, { kind, subjectId }: Queued, until: Date, problem: string | null): Promise<void> {
  await db
    .updateTable('money_check_queue')
    .set({ next_at: until, problem: problem?.slice(0, 200) ?? null })
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .execute()
}

type About = { day: Day; orderId: string; attemptId: string | null; invoiceId: string | null; asked: string }

/** Writes what is not written yet; answers how many are new. */
export async function insertDiscrepancies(db: DbOrTrx, about: About, differences: readonly Difference[], now: Date): Promise<number> {
  if (differences.length === 0) return 0
  const { day, orderId, attemptId, invoiceId, asked } = about
  const written = await db
    .insertInto('discrepancies')
    .values(
      differences.map(({ kind, ours, theirs, theirNumber = null }) => ({
        id: randomUUID(),
        kind,
        day,
        order_id: orderId,
        attempt_id: attemptId,
        invoice_id: invoiceId,
        asked,
        ours,
        theirs,
        their_number: theirNumber,
        found_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return written.length
}

/** What has been found about an attempt, settled or not. */
export async function listKindsOf(db: DbOrTrx, attemptId: string): Promise<string[]> {
  const rows = await db.selectFrom('discrepancies').select('kind').where('attempt_id', '=', attemptId).execute()
  return rows.map(({ kind }) => kind)
}

export type OurRecord = {
  orderId: string
  tradeNo: string
  way: string | null
  gatewayTradeNo: string | null
  amount: number
  isPaid: boolean
  startedAt: Date
  refunded: number
  /** Something may be on its way back. */
  isGoingBack: boolean
}

/** An attempt as our books have it. What went back by transfer or at the desk is nothing to its provider. */
export async function readOurPayment(db: DbOrTrx, attemptId: string): Promise<OurRecord | undefined> {
  const { rows } = await sql<OurRecord>`
    select a.order_id as "orderId", a.trade_no as "tradeNo", a.way, a.gateway_trade_no as "gatewayTradeNo", a.amount, a.state = 'paid' as "isPaid", a.created_at as "startedAt",
      (select coalesce(-sum(l.amount), 0)::integer from ledger l where l.order_id = a.order_id and l.attempt_id = a.id and l.kind = 'refund' and l.way = 'card') as refunded,
      exists (select from refund_tries t join refunds r on r.id = t.refund_id where t.attempt_id = a.id
        and (t.outcome is null or r.state = 'processing' or r.unclear or r.perhaps_twice)) as "isGoingBack"
    from payment_attempts a where a.id = ${attemptId}`.execute(db)
  return rows[0]
}

export type ReadDiscrepancy = {
  id: string
  kind: DiscrepancyKind
  day: Day
  orderNo: string
  asked: string
  ours: number
  theirs: number
  theirNumber: string | null
  /** Trade number of the attempt, or number of the paper. */
  reference: string | null
  foundAt: Date
  settledAt: Date | null
  settledBy: string | null
  note: string
}

/** A page of the open ones, in the order in which they were found, or of the settled ones, the newest first; `total` counts all of them. */
export async function listDiscrepancies(
  db: DbOrTrx,
  show: 'open' | 'settled',
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: ReadDiscrepancy[]; total: number }> {
  const which = show === 'open' ? sql`d.settled_at is null` : sql`d.settled_at is not null`
  const order = show === 'open' ? sql`d.found_at, d.id` : sql`d.settled_at desc, d.id`
  const { rows } = await sql<ReadDiscrepancy>`
    select d.id, d.kind, d.day, o.order_no as "orderNo", d.asked, d.ours, d.theirs, d.their_number as "theirNumber",
      coalesce(a.trade_no, v.number, v.relate_no) as reference, d.found_at as "foundAt", d.settled_at as "settledAt", m.name as "settledBy", d.note
    from discrepancies d join orders o on o.id = d.order_id left join payment_attempts a on a.id = d.attempt_id
    left join invoices v on v.id = d.invoice_id left join members m on m.id = d.settled_by
    where ${which} order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total from discrepancies d where ${which}`.execute(db)
  return { items: rows, total: counted.rows[0]!.total }
}

/** False: it is settled already, or there is none. */
export async function settleRow(
  db: DbOrTrx,
  { id, by, note }: { id: string; by: string; note: string },
  now: Date,
): Promise<{ kind: string; orderId: string } | undefined> {
  return db
    .updateTable('discrepancies')
    .set({ settled_at: now, settled_by: by, note })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returning(['kind', 'order_id as orderId'])
    .executeTakeFirst()
}

export async function exists(db: DbOrTrx, id: string): Promise<boolean> {
  return (await db.selectFrom('discrepancies').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export async function countOpen(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('discrepancies')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type ReadCheck = { day: Day; startedAt: Date; finishedAt: Date | null; compared: number; skipped: number }
export type ReadWait = { asked: string; count: number; problem: string | null; nextAt: Date }

/** The latest checks, and for whom they wait. */
export async function readChecks(db: DbOrTrx): Promise<{ checks: ReadCheck[]; waits: ReadWait[] }> {
  const checks = await db
    .selectFrom('money_checks')
    .select(['day', 'started_at as startedAt', 'finished_at as finishedAt', 'compared', 'skipped'])
    .orderBy('day', 'desc')
    .limit(7)
    .execute()
  const { rows } = await sql<ReadWait>`
    select asked, count(*)::integer as count, (array_agg(problem order by next_at desc) filter (where problem is not null))[1] as problem, min(next_at) as "nextAt"
    from money_check_queue group by asked order by asked`.execute(db)
  return { checks, waits: rows }
}

/** For retention: settled ones. */
export async function deleteOldDiscrepancies(db: Db, before: Date, most: number): Promise<number> {
  const gone = await sql`
    delete from discrepancies where id in (select id from discrepancies where settled_at < ${before} limit ${most})`.execute(db)
  return Number(gone.numAffectedRows)
}
