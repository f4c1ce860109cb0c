import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import type { EcpaySettings } from '#modules/payments/providers/ecpay/settings.ts'
import type { Db } from '#db/connect.ts'
import type { JobName } from '#db/job-queues.ts'
import { openLog } from '#http/log.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { settleClosures } from '#modules/closures/settle-closures.ts'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import { bookingKinds, kindIn } from '#modules/orders/order-kinds.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { settleMoves } from '#modules/orders/settle-moves.ts'
import { settleInvoices } from '#modules/invoices/carry-out-deeds.ts'
import { openIssuers, type Issuers } from '#modules/invoices/issuers.ts'
import { noteDone, tryAgain } from '#modules/invoices/mend-invoice.ts'
import { askProviders, type AskingDeps } from '#modules/payments/ask-providers.ts'
import { openProviders, sendOverNetwork } from '#modules/payments/providers.ts'
import { findSilentAttempts } from '#modules/payments/store.ts'
import { resolveUnclear } from '#modules/refunds/resolve-unclear.ts'
import { sendRefunds } from '#modules/refunds/send-refunds.ts'
import { findSendable } from '#modules/refunds/try-store.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { givePointsForExpired, withdrawPointOfExpired } from '#modules/violations/give-points.ts'
import { offerFreedFloor } from '#modules/waiting/offer-freed-floor.ts'
import { unaudited } from '#testing/unaudited.ts'
import { takeMoney } from './counter.ts'
import type { Witness } from './facts.ts'
import type { TrialIssuer } from './issuer.ts'
import type { History, Placing } from './history.ts'
import type { OtherBanks } from './other-banks.ts'
import { answerOffer, reopen, run } from './office.ts'
import type { Person } from './people.ts'
import { checkIn, repeatMove } from './use-booking.ts'
import { noteBooking, placeOnce } from './visits.ts'
import type { World } from './world.ts'

/** How many questions are asked again at the same time. */
const askedTogether = 32

/** Acknowledged placings that are repeated at the end, to see that they are answered as before. */
const repeatedAtMost = 500

/** Asks again for everything that was never answered, now that everything works: idempotent calls, under their old keys. */
export async function askAgain(world: World, say: (what: string) => void): Promise<void> {
  const { history, people } = world
  const members = new Map(people.members.map((member) => [member.id, member]))
  const askerOf = ({ memberId, sale }: Placing): Person => ({
    id: memberId,
    token: sale ? people.staff.token : members.get(memberId)!.token,
  })
  const unanswered = history.placings.filter(({ orderNos, unknown }) => unknown > 0 && orderNos.length === 0)
  say(`asking again for ${unanswered.length.toLocaleString('en')} hours`)
  await together(unanswered, async (placing) => {
    const asker = askerOf(placing)
    for (let tries = 0; tries < 20; tries++) {
      const before = placing.unknown
      await placeOnce(world, asker, placing, tries % 2)
      if (placing.unknown === before) break
    }
    if (placing.orderNos[0] !== undefined) noteBooking(world, asker.id, placing.orderNos[0], [placing.spot])
  })
  say('asking again for moves and check-ins')
  await together(history.bookings.values(), async (booking) => {
    if (booking.openMove) await repeatMove(world, members.get(booking.memberId)!, booking)
    if (booking.checkIn && !booking.checkIn.acknowledged && booking.itemId) await checkIn(world, booking, booking.itemId)
  })
  say('asking again for closures, what was said to them, and money at the desk')
  await together(history.closings, async (closing) => {
    if (closing.id === undefined && closing.unsure) await run(world, closing)
    if (closing.reopening === 'asked') await reopen(world, closing)
  })
  await together(history.offerAnswers, async (said) => {
    if (said.answer === undefined) await answerOffer(world, members.get(said.memberId)!, said)
  })
  await together(history.deskPayments, async (payment) => {
    if (payment.answer === undefined) await takeMoney(world, payment)
  })
  say('repeating what was acknowledged')
  await together(history.placings.filter(({ orderNos }) => orderNos.length > 0).slice(-repeatedAtMost), async (placing) => {
    const { refused } = placing
    await placeOnce(world, askerOf(placing), placing, 0)
    if (placing.refused !== refused && placing.refused !== undefined)
      history.odd.push(`the key of ${placing.orderNos[0]} was acknowledged, and answered with ${placing.refused} when it came again`)
  })
}

/** Works on every one of a list, on several at the same time. */
async function together<T>(list: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const left = [...list].values()
  const each = async () => {
    for (const one of left) await work(one)
  }
  await Promise.all(Array.from({ length: askedTogether }, each))
}

/** Whether each of these jobs has been run to its end since a moment, by one of the processes. */
export async function seeJobsRun(db: Db, names: JobName[], since: Date, withinMs: number): Promise<Witness[]> {
  const deadline = performance.now() + withinMs
  const done = async (name: JobName) =>
    (await sql`select from pgboss.job where name = ${name} and state = 'completed' and completed_on > ${since} limit 1`.execute(db)).rows
      .length > 0
  return Promise.all(
    names.map(async (name) => {
      while (!(await done(name)))
        if (performance.now() > deadline)
          return { name, wrong: `${name} has not run for ${withinMs / 1000} s: ${await describeJobs(db, name)}` }
        else await delay(500)
      return { name, wrong: undefined }
    }),
  )
}

/** The newest jobs of a queue, for the report. */
async function describeJobs(db: Db, name: JobName): Promise<string> {
  const { rows } = await sql<{ job: string }>`
    select concat_ws(' ', state, 'made', created_on::time(0), 'to start', start_after::time(0), 'started', started_on::time(0),
      'done', completed_on::time(0), 'retries', retry_count, left(output::text, 200)) as job
    from pgboss.job where name = ${name} order by (state in ('created', 'retry', 'active')) desc, created_on desc limit 6`.execute(db)
  return rows.map(({ job }) => job).join('; ')
}

/**
 * Runs the jobs by a clock that goes on for four days, hour by hour: every deadline passes, everything owed is sent, the bank is
 * asked about every payment, and whatever nobody knows about a refund is decided by a look into the bank's books, as finance does.
 * Answers the last moment.
 */
type Parties = { bank: EcpaySettings; others: OtherBanks; issuer: TrialIssuer }

export async function settleEverything(
  db: Db,
  { bank: payment, others, issuer }: Parties,
  history: History,
  staffId: string,
): Promise<Date> {
  const providers = openProviders({ payments: { ecpay: payment, ...others.config } }, sendOverNetwork)
  const catalogues = openCatalogues(db)
  const log = openLog('silent')
  const orders = payableOrders({ moneyOwed: () => {}, onConfirmed: withdrawPointOfExpired })
  const today = dayOf(new Date())
  const hours = [1, 2, 3, 4].flatMap((ahead) => Array.from({ length: 13 }, (_, n) => momentAt(addDays(today, ahead), (9 + n) * 60)))
  let last = new Date()
  for (const now of hours) {
    last = now
    others.behave(now)
    await expireUnpaidOrders(db, now, (trx, expired, at) =>
      givePointsForExpired(
        trx,
        expired.filter(({ kind }) => kindIn(bookingKinds, kind).pointWhenUnpaid),
        at,
      ),
    )
    await settleMoves({ db, catalogues }, now)
    // Pre-orders have no part in a trial, so that there are no dates to release.
    await settleClosures({ db, catalogues, releaseDates: async () => 0, clock: { now: () => now }, log, moneyOwed: () => {} })
    await askAll({ db, providers, orders, log }, now)
    others.write(history.trades)
    do await sendRefunds({ db, catalogues, providers, log }, { now: () => now })
    while ((await findSendable(db, 1, now)).length > 0)
    await decideUnclear(db, history, staffId, now)
    await offerFreedFloor({ db, catalogues }, now)
    if (await isQuiet(db, hours.at(-1)!)) break
  }
  others.write(history.trades)
  await settlePapers(db, issuer, last)
  await issuer.write(history.invoices, db)
  return last
}

/** Asks until nothing more comes of it: about trades that a provider does not know, it is asked so many times an hour. */
async function askAll(deps: AskingDeps, now: Date): Promise<void> {
  const silent = async () => {
    const lists = await Promise.all(deps.providers.set.map((provider) => findSilentAttempts(deps.db, provider, now, 100_000)))
    return lists.reduce((count, list) => count + list.length, 0)
  }
  for (let [before, left] = [Infinity, await silent()]; left > 0 && left < before; [before, left] = [left, await silent()])
    for (const tells of ['by-notice', 'when-asked'] as const) await askProviders(deps, { now: () => now }, tells)
}

/** The issuer answers again: what was lost is asked for, and every order has its papers, as long as that takes by the jobs' own clock. */
async function settlePapers(db: Db, issuer: TrialIssuer, from: Date): Promise<void> {
  const { name, settings } = issuer
  const issuers = openIssuers({ invoices: { issuer: name, settings } }, { db, sendToDemo: sendOverNetwork })
  for (let hour = 0; hour < 24; hour++) {
    const now = new Date(from.getTime() + hour * 3_600_000)
    issuer.behave(now)
    await settleInvoices({ db, issuers, log: openLog('silent'), clock: { now: () => now }, onFailure: () => {} })
    await lookThere(db, issuer, issuers, now)
  }
}

/** Allowances of which the issuer has no question: finance looks into its books, and notes them or has them sent again. */
async function lookThere(db: Db, issuer: TrialIssuer, issuers: Issuers, now: Date): Promise<void> {
  const held = await sql<{ id: string; number: string; amount: number; known: string[] }>`
    select d.id, v.number, d.amount,
      array(select a.number from invoice_deeds a where a.invoice_id = v.id and a.kind = 'allow' and a.number is not null) as known
    from invoice_deeds d join invoices v on v.id = d.invoice_id where d.state = 'held' and d.problem = 'look_there'`.execute(db)
  for (const { id, number, amount, known } of held.rows) {
    const there = issuer.allowancesOf(number).find((one) => one.amount === amount && !known.includes(one.number))
    if (there) await noteDone({ db, issuers }, { deedId: id, number: there.number }, unaudited, now)
    else await tryAgain({ db, issuers }, id, unaudited, now)
  }
}

/** A refund of several payments is unclear about the one of its latest attempt: that part is looked up in the bank's books. */
async function decideUnclear(db: Db, { trades }: History, by: string, now: Date): Promise<void> {
  const unclear = await sql<{ refundNo: string; tradeNo: string; amount: number; booked: number }>`
    select r.refund_no as "refundNo", a.trade_no as "tradeNo", part.amount,
      (select count(*)::int from ledger l where l.attempt_id = a.id and l.kind = 'refund' and l.way = 'card' and -l.amount = part.amount) as booked
    from refunds r
    cross join lateral (select coalesce(t.attempt_id, r.attempt_id) as "attemptId" from refund_tries t where t.refund_id = r.id order by t.number desc limit 1) as tried
    join payment_attempts a on a.id = tried."attemptId"
    cross join lateral (select sum(d.amount)::int as amount from refund_items i join refunds_due d on d.id = i.due_id
      where i.refund_id = r.id and d.done_at is null and coalesce(d.attempt_id, r.attempt_id) = a.id) as part
    where r.state = 'processing' and r.unclear`.execute(db)
  for (const { refundNo, tradeNo, amount, booked } of unclear.rows) {
    const sent = trades.get(tradeNo)?.refunds.filter((one) => one === amount).length ?? 0
    await resolveUnclear(
      db,
      { refundNo, outcome: sent > booked ? 'arrived' : 'again', note: 'by the bank’s books', by },
      async () => {},
      now,
    )
  }
}

/** Whether nothing is left to do for jobs until a moment. */
async function isQuiet(db: Db, until: Date): Promise<boolean> {
  const { rows } = await sql`
    select from orders where state = 'awaiting-payment' and pay_before <= ${until} union all select from freed_floor where settled_at is null
    union all select from refunds where way = 'card' and state in ('approved', 'processing', 'failed') union all select from payment_attempts where state in ('created', 'processing')
    union all select from closures where state = 'running' union all select from closure_offers where state = 'open'
    limit 1`.execute(db)
  return rows.length === 0
}
