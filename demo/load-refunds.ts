import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#db/connect.ts'
import { minutes, type Period } from '#lib/period.ts'
import { addDays, dayOf, minuteFrom, momentAt } from '#lib/zone.ts'
import { insertRefundDue } from '#modules/orders/refund-due-store.ts'
import { orderNumber } from '#modules/orders/rules.ts'
import { goesBackByProvider } from '#modules/payments/rules.ts'
import { refundNumber, triesAtMost, type RefundState } from '#modules/refunds/rules.ts'
import { bookParts, readOpenParts } from '#modules/refunds/part-store.ts'
import { insertRefund, insertStep } from '#modules/refunds/store.ts'
import { readCatalogue } from '#modules/venues/store.ts'
import { wayOf } from '#modules/payments/rules.ts'
import { priceOf } from '#modules/venues/price-rules.ts'
import type { Catalogue } from '#modules/venues/rules.ts'

/** Days from today, and a time of that day. */
type Moment = { days: number; at: string }
type Step = Moment & { state: RefundState }
type Story = {
  court: string
  play: Moment & { until: string }
  booked: Moment
  paidBy: 'card' | 'atm' | 'cvs'
  cause: 'asked' | 'venue-cancelled'
  percent: number
  reason: string
  account: boolean
  /** The account is in this name instead of the member's: staff decide. */
  holder?: string
  /** The gateway gave no clear answer. */
  unclear?: true
  steps: Step[]
}

const usual = { cause: 'asked', percent: 100, reason: '', account: false } as const
/** Refunds by the terms need no decision. */
const asked = (moment: Moment): Step[] => [
  { ...moment, state: 'requested' },
  { ...moment, state: 'approved' },
]

/** The demo member's refunds: refunded, with the bank, refused by a card, and waiting for an account. */
const stories: Story[] = [
  {
    ...usual,
    court: 'Y1',
    play: { days: -1, at: '19:00', until: '20:00' },
    booked: { days: -6, at: '21:10' },
    paidBy: 'cvs',
    cause: 'venue-cancelled',
    steps: [{ days: -1, at: '16:30', state: 'approved' }],
  },
  {
    ...usual,
    court: 'Q1',
    play: { days: 4, at: '20:00', until: '21:00' },
    booked: { days: -3, at: '08:20' },
    paidBy: 'atm',
    reason: '球友受傷，改期再打',
    account: true,
    steps: [...asked({ days: -2, at: '12:40' }), { days: -1, at: '10:00', state: 'processing' }],
  },
  {
    ...usual,
    court: 'P2',
    play: { days: 2, at: '07:00', until: '08:00' },
    booked: { days: -5, at: '09:05' },
    paidBy: 'card',
    reason: '臨時出差',
    steps: [
      ...asked({ days: -4, at: '18:00' }),
      { days: -1, at: '18:01', state: 'processing' },
      { days: -1, at: '18:01', state: 'failed' },
    ],
  },
  {
    ...usual,
    court: 'B6',
    play: { days: -4, at: '20:00', until: '22:00' },
    booked: { days: -9, at: '22:30' },
    paidBy: 'card',
    percent: 50,
    steps: [
      ...asked({ days: -6, at: '11:15' }),
      { days: -6, at: '11:15', state: 'processing' },
      { days: -6, at: '11:16', state: 'refunded' },
    ],
  },
]

/** Refunds of somebody else, for the office: no clear answer, an account in another name, and two that are ready for the bank. */
const officeStories: Story[] = [
  {
    ...usual,
    court: 'B3',
    play: { days: 3, at: '07:00', until: '08:00' },
    booked: { days: -4, at: '20:15' },
    paidBy: 'card',
    unclear: true,
    steps: [...asked({ days: -1, at: '09:20' }), { days: -1, at: '09:21', state: 'processing' }],
  },
  {
    ...usual,
    court: 'B4',
    play: { days: 5, at: '07:00', until: '09:00' },
    booked: { days: -3, at: '21:40' },
    paidBy: 'atm',
    reason: '孩子發燒',
    account: true,
    holder: '周美玲',
    steps: [{ days: -1, at: '20:05', state: 'requested' }],
  },
  {
    ...usual,
    court: 'B5',
    play: { days: 5, at: '07:00', until: '08:00' },
    booked: { days: -3, at: '07:30' },
    paidBy: 'atm',
    account: true,
    steps: asked({ days: -2, at: '08:10' }),
  },
  {
    ...usual,
    court: 'B6',
    play: { days: 6, at: '07:00', until: '09:00' },
    booked: { days: -2, at: '22:00' },
    paidBy: 'atm',
    reason: '公司加班',
    account: true,
    steps: asked({ days: -1, at: '12:30' }),
  },
]

/** Checked on its own: the database may be of an older demo without refunds. A deposit is refunded when its locker is returned. */
export async function loadRefunds(trx: Trx, now: Date): Promise<void> {
  await insertTrades(trx)
  const member = await trx.selectFrom('members').select(['id', 'name']).where('account', '=', 'member').executeTakeFirst()
  if (!member || (await trx.selectFrom('refunds').select('id').where('cause', '<>', 'deposit').limit(1).executeTakeFirst())) return
  const catalogue = await readCatalogue(trx)
  for (const story of stories) await tell(trx, catalogue, story, member, now)
  const other = await findRegular(trx)
  if (other) for (const story of officeStories) await tell(trx, catalogue, story, other, now)
  await insertTrades(trx)
}

/** One of the demo's members whom nobody logs in as. */
const findRegular = (trx: Trx) =>
  trx.selectFrom('members').select(['id', 'name']).where('account', 'like', 'guest%').orderBy('account').limit(1).executeTakeFirst()

async function tell(trx: Trx, catalogue: Catalogue, story: Story, member: { id: string; name: string }, now: Date): Promise<void> {
  const on = ({ days, at }: Moment) => momentAt(addDays(dayOf(now), days), minuteFrom(at))
  const period = { start: on(story.play), end: on({ ...story.play, at: story.play.until }) }
  const order = await insertOrder(trx, catalogue, story, { member, period, at: on(story.booked) })
  const [askedAt, changedAt] = [on(story.steps[0]!), on(story.steps.at(-1)!)]

  const amount = Math.round((order.amount * story.percent) / 100)
  const [id, dueId] = [randomUUID(), randomUUID()]
  const { attemptId, itemId } = order
  const cause = `${story.cause}:${itemId}`
  await insertRefundDue(trx, { id: dueId, orderId: order.id, attemptId, amount, reason: story.cause, cause, itemId }, askedAt)
  const isByCard = goesBackByProvider(story.paidBy)
  const refund = { id, orderId: order.id, attemptId, amount, way: isByCard ? ('card' as const) : ('bank' as const) }
  await insertRefund(
    trx,
    {
      ...refund,
      refundNo: refundNumber(dayOf(askedAt), randomBytes(7)),
      cause: story.cause,
      state: story.steps.at(-1)!.state,
      way: isByCard ? 'card' : 'bank',
      reason: story.reason,
      account: null,
      items: [{ itemId, dueId, paid: order.amount, percent: story.percent, amount }],
    },
    askedAt,
  )
  for (const step of story.steps) await insertStep(trx, id, step.state, on(step))
  await sql`update refunds set changed_at = ${changedAt}, tries = ${isByCard ? triesAtMost : 0} where id = ${id}`.execute(trx)
  if (story.unclear) await lackAnswer(trx, id, changedAt)
  if (story.account) await nameAccount(trx, id, { holder: story.holder ?? member.name, amount, takenAt: isTaken(story) ? changedAt : null })
  if (story.steps.at(-1)!.state === 'refunded') await bookParts(trx, refund, await readOpenParts(trx, id), {}, changedAt)
}

const isTaken = ({ steps }: Story): boolean => steps.at(-1)!.state === 'processing'

/** The account is invented, so there is no passbook. A transfer that is with the bank is a batch of its own. */
async function nameAccount(
  trx: Trx,
  id: string,
  { holder, amount, takenAt }: { holder: string; amount: number; takenAt: Date | null },
): Promise<void> {
  await sql`update refunds set bank_code = '700', bank_account = '00012345678901', account_name = ${holder} where id = ${id}`.execute(trx)
  if (takenAt)
    await sql`
      with batch as (
        insert into transfer_batches (batch_no, taken_by, taken_at, transfers, amount)
        select nextval('refund_batches'), m.id, ${takenAt}, 1, ${amount} from members m where m.account = 'staff' returning batch_no)
      update refunds set batch_no = batch.batch_no from batch where id = ${id}`.execute(trx)
}

async function lackAnswer(trx: Trx, id: string, at: Date): Promise<void> {
  await sql`update refunds set unclear = true, tries = 1, failure = '504 Gateway Time-out' where id = ${id}`.execute(trx)
  await trx
    .insertInto('refund_tries')
    .values({ refund_id: id, number: 1, at, outcome: 'unclear', answer: '504 Gateway Time-out' })
    .execute()
}

type Placed = { id: string; itemId: string; attemptId: string; amount: number }
type Placing = { member: { id: string }; period: Period; at: Date }

async function insertOrder(trx: Trx, catalogue: Catalogue, story: Story, { member, period, at }: Placing): Promise<Placed> {
  const { court, facility } = [...catalogue.courtOf.values()].find((one) => one.court.code === story.court)!
  const { price, lightFee, deposit } = priceOf(catalogue, court.id, period, 1)!
  const placed = { id: randomUUID(), itemId: randomUUID(), attemptId: randomUUID(), amount: price + lightFee + deposit }
  const orderNo = orderNumber(at, randomBytes(7))
  await trx
    .insertInto('orders')
    .values({
      id: placed.id,
      order_no: orderNo,
      kind: 'venue',
      member_id: member.id,
      state: story.cause === 'asked' ? 'cancelled' : 'venue-cancelled',
      amount: placed.amount,
      idempotency_key: `demo-${orderNo}`,
      request_hash: '',
      created_at: at,
      confirmed_at: at,
      closed_at: at,
    })
    .execute()
  await sql`
    insert into order_items (id, order_id, member_id, court_id, sport, during, day, minutes, counts_for_quota, identity_id, price, light_fee, deposit, state, cancelled_by_venue)
    values (${placed.itemId}, ${placed.id}, ${member.id}, ${court.id}, ${facility.sport}, tstzrange(${period.start}, ${period.end}), ${dayOf(period.start)}, ${minutes(period)}, true, 1,
      ${price}, ${lightFee}, ${deposit}, 'cancelled', ${story.cause === 'venue-cancelled'})`.execute(trx)
  await trx
    .insertInto('payment_attempts')
    .values({
      id: placed.attemptId,
      order_id: placed.id,
      trade_no: `D${orderNo}`,
      gateway_trade_no: `D${orderNo}`,
      state: 'paid',
      method: story.paidBy,
      amount: placed.amount,
      created_at: at,
      settled_at: at,
    })
    .execute()
  await trx
    .insertInto('ledger')
    .values({
      order_id: placed.id,
      attempt_id: placed.attemptId,
      kind: 'payment',
      way: wayOf(story.paidBy),
      amount: placed.amount,
      cause: `payment:${placed.attemptId}`,
      at,
    })
    .execute()
  return placed
}

/** Adds the payments of generated orders to the demo’s gateway, so that they can be refunded there. What was paid at a till never was there. */
async function insertTrades(trx: Trx): Promise<void> {
  await sql`
    insert into demo_trades (trade_no, merchant_trade_no, amount, item, locale, addresses, offers, number_days, number_minutes, state, method, refunded, created_at, paid_at)
    select a.gateway_trade_no, a.trade_no, a.amount, '', 'tw', '{}', '{card}', 3, 4320, 'paid', a.method,
      coalesce((select -sum(l.amount) from ledger l where l.order_id = o.id and l.attempt_id = a.id and l.kind = 'refund'), 0), a.created_at, a.settled_at
    from payment_attempts a join orders o on o.id = a.order_id
    where a.state = 'paid' and a.gateway_trade_no is not null and o.idempotency_key like 'demo-%'
      and not exists (select from demo_trades t where t.trade_no = a.gateway_trade_no)
    on conflict do nothing`.execute(trx)
}
