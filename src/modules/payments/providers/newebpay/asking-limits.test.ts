import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openLog } from '#http/log.ts'
import { openMetrics, watch } from '#http/metrics.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { checkPauses } from '#process/checks/pauses.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { startNewebpay, type NewebpayServer } from '#testing/newebpay/server.ts'
import { placed } from '#testing/orders.ts'
import { refundCalls } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { modules } from '#wiring/modules.ts'
import { watchedOf } from '#wiring/watched.ts'
import { askAboutPayment, askProviders } from '../../ask-providers.ts'
import { readPauses } from '../../asking-limits.ts'
import { openProviders, sendOverNetwork, type Providers } from '../../providers.ts'
import { insertAttempt } from '../../store.ts'

let bank: NewebpayServer
let service: TestService
let member: TestMember
let providers: Providers
/** The doctor looks at the system's clock. */
const start = new Date()
beforeAll(async () => {
  bank = await startNewebpay(() => service.clock.now())
  providers = openProviders({ payments: { newebpay: bank.settings } }, sendOverNetwork)
  service = await openTestService({ providers, start, lookEverySeconds: 1 })
  await smallCentre(service.db)
})
afterAll(async () => {
  await service?.close()
  await bank?.close()
})
beforeEach(async () => {
  await emptyTables(service.db, 'ledger, refunds_due, payment_attempts, rate_limits, occupancy, outbox, order_items, orders')
  service.clock.advance(start.getTime() - service.clock.now().getTime())
  Object.assign(bank.books, { unknownAsked: [], lockedUntil: undefined, askedInVain: 0 })
  member = await service.newMember()
})

const deps = (set: Providers = providers) => ({
  db: service.db,
  providers: set,
  orders: payableOrders({ moneyOwed: () => {} }),
  log: openLog('silent'),
})
const later = (minutes: number) => service.clock.advance(minutes * 60_000)
const states = async () =>
  (await service.db.selectFrom('payment_attempts').select(['trade_no', 'state']).execute()).map(({ state }) => state)

/** So many members came as far as the button and never opened NewebPay's page. */
async function abandoned(count: number): Promise<string> {
  const begins = momentAt(addDays(dayOf(start), 3), 9 * 60)
  const item = { venue2ndId: 1, start: begins.toISOString(), end: new Date(begins.getTime() + 3_600_000).toISOString() }
  const orderNo = await placed(service, member, [item])
  const { id } = await service.db.selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()
  for (let n = 0; n < count; n++) {
    const attempt = { id: randomUUID(), orderId: id, provider: 'newebpay', way: 'card' as const, tradeNo: `LEFT${n}`, amount: 300 }
    await insertAttempt(service.db, attempt, service.clock.now())
  }
  return orderNo
}

/** The job of every five minutes. Answers how many questions about unknown trades each hour had. */
async function jobFor(hours: number, set = providers): Promise<number[]> {
  const byHour: number[] = []
  for (let run = 0; run < hours * 12; run++) {
    later(5)
    const before = new Set(bank.books.unknownAsked)
    await askProviders(deps(set), service.clock, 'by-notice')
    const asked = bank.books.unknownAsked.filter((one) => !before.has(one)).length
    byHour[Math.floor(run / 12)] = (byHour[Math.floor(run / 12)] ?? 0) + asked
  }
  return byHour
}

describe('pages that nobody opened', () => {
  it('are asked about twenty times an hour, whoever asks, until each is over; NewebPay locks nothing', async () => {
    await abandoned(70)
    const byHour = await jobFor(8)
    expect(Math.max(...byHour)).toBeLessThanOrEqual(20)
    expect(bank.books.lockedUntil).toBeUndefined()
    expect(new Set(await states())).toEqual(new Set(['failed']))
    expect(
      byHour.reduce((sum, asked) => sum + asked, 0),
      'at most twice each',
    ).toBeLessThanOrEqual(140)
  })

  it('are not asked about sooner by whoever opens the address to which browsers return', async () => {
    await abandoned(40)
    await Promise.all(Array.from({ length: 40 }, (_, n) => askAboutPayment(deps(), `LEFT${n}`, service.clock)))
    expect(bank.books.unknownAsked).toHaveLength(20)
  })

  it('keep no payment waiting that NewebPay knows', async () => {
    await abandoned(60)
    const known = { gateway_trade_no: '2611', state: 'number-issued' }
    await service.db.updateTable('payment_attempts').set(known).where('trade_no', '=', 'LEFT59').execute()
    later(10)
    await askProviders(deps(), service.clock, 'by-notice')
    const asked = await service.db.selectFrom('payment_attempts').select('trade_no').where('asked_at', 'is not', null).execute()
    expect(asked.map(({ trade_no }) => trade_no)).toContain('LEFT59')
    expect(asked).toHaveLength(21)
  })
})

describe('a lock of NewebPay (TRA10071)', () => {
  /** Control: nobody counts. */
  const uncounted = (): Providers => {
    const set = providers.set.map(({ unknownAsks: _, ...provider }) => provider)
    return { ...providers, set, of: (name) => set.find((one) => one.name === name) }
  }

  it('comes when nobody counts; then nobody asks for four hours, in no process, and it is told', async () => {
    await abandoned(70)
    const [first] = await jobFor(1, uncounted())
    expect(first).toBeGreaterThan(50)
    expect(bank.books.askedInVain, 'the question that was told of the lock').toBe(1)
    const [pause] = await readPauses(service.db, service.clock.now())
    expect(pause!.provider).toBe('newebpay')
    expect(pause!.until.getTime() - bank.books.lockedUntil!.getTime()).toBeGreaterThanOrEqual(0)

    await jobFor(3, openAgain())
    expect(bank.books.askedInVain).toBe(1)
    await askAboutPayment(deps(), 'LEFT1', service.clock)
    expect(bank.books.askedInVain).toBe(1)
    const metrics = openMetrics()
    watch(metrics, watchedOf({ ...service, modules }))
    expect(await metrics.registry.metrics()).toMatch(/^payment_asks_paused\{provider="newebpay"\} 1$/m)
    expect(await checkPauses(service.url)).toMatchObject([{ code: 'payment_asks_paused', values: { provider: 'NewebPay' } }])

    await jobFor(7)
    expect(bank.books.askedInVain, 'asked again only when the lock is over').toBe(1)
    expect(await readPauses(service.db, service.clock.now())).toEqual([])
    expect(await metrics.registry.metrics()).not.toMatch(/payment_asks_paused\{/)
    expect(new Set(await states())).toEqual(new Set(['failed']))
  })

  /** A process that starts anew knows nothing but the database. */
  const openAgain = () => openProviders({ payments: { newebpay: bank.settings } }, sendOverNetwork)

  it('keeps a refund waiting, which goes by itself when it is over', async () => {
    const orderNo = await abandoned(0)
    const started = await service.call('POST', '/api/Payment/Start', { as: member, body: { orderNo, way: 'card' } })
    const { action, fields } = started.body
    await fetch(action, { method: 'POST', body: new URLSearchParams(fields), headers: { origin: 'http://localhost:3000' } })
    const { trade_no: tradeNo } = await service.db.selectFrom('payment_attempts').select('trade_no').executeTakeFirstOrThrow()
    const { path, body, headers } = bank.pay(tradeNo).notice
    expect((await service.call('POST', path, { body, headers })).status).toBe(200)
    bank.batch()
    // What was paid after the batch of the evening goes back from noon of the day after the next.
    later(40 * 60)
    bank.books.lockedUntil = new Date(service.clock.now().getTime() + 3_600_000)
    const calls = refundCalls(() => service)
    await service.keepSessions()
    const { refundNo } = (await calls.refund(member, { orderNo })).body
    const stateOf = async (no: string) =>
      (await service.db.selectFrom('refunds').select('state').where('refund_no', '=', no).executeTakeFirstOrThrow()).state
    const send = async () => {
      await service.jobs.send(service.db, 'send-refunds', {})
      await service.jobsDone('send-refunds', 'send-refunds-soon')
    }
    await send()
    expect(bank.books.askedInVain).toBe(1)
    for (let run = 0; run < 3; run++) {
      later(60)
      await send()
    }
    expect(bank.books.askedInVain, 'nobody asks while it is locked, and four hours after').toBe(1)
    expect(await stateOf(refundNo)).not.toBe('refunded')
    later(70)
    await send()
    expect(await stateOf(refundNo)).toBe('refunded')
  })
})
