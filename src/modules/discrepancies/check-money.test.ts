import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { OpenProvider } from '#modules/payments/provider.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { refundCalls } from '#testing/refunds.ts'
import { openMoneyCheck, takers, type MoneyCheck } from '#testing/money-check.ts'
import { checkMoney } from './check-money.ts'

let money: MoneyCheck
beforeAll(async () => {
  money = await openMoneyCheck()
})
afterAll(() => money?.close())
beforeEach(async () => {
  await emptyTables(
    money.db,
    'discrepancies, money_check_queue, money_checks, demo_trades, rate_limits, ledger, refunds, refunds_due, payment_attempts, payment_notices, occupancy, outbox, order_items, orders',
  )
  money.clock.advance(Date.parse('2026-11-15T10:00:00+08:00') - money.clock.now().getTime())
  money.gateway.always = 'none'
})

const statusOf = async (orderNo: string) =>
  (await money.db.selectFrom('orders').select('state').where('order_no', '=', orderNo).executeTakeFirstOrThrow()).state
const checks = () => money.db.selectFrom('money_checks').select(['day', 'compared', 'skipped', 'finished_at']).orderBy('day').execute()

describe.each(takers)('what %s says otherwise', (taker) => {
  it('is nothing where both say the same: paid, given up, abandoned', async () => {
    await money.paid(taker)
    await money.begun(taker)
    await money.night()
    expect(await money.found()).toEqual([])
    expect(await checks()).toMatchObject([{ day: '2026-11-15', compared: 2, skipped: 0, finished_at: expect.any(Date) }])
  })

  it('paid there and not here: it is entered as a notice would be, and listed', async () => {
    const { orderNo, tradeNo } = await money.begun(taker)
    await money.writeThere(taker, tradeNo, { paid: true })
    await money.night()
    expect(await money.found()).toEqual([{ kind: 'paid-there', asked: taker, ours: 0, theirs: 300, orderNo }])
    expect(await money.readAttempt(orderNo)).toMatchObject({ state: 'paid' })
    const ledger = await money.db.selectFrom('ledger').select(['kind', 'amount', 'cause']).execute()
    expect(ledger).toEqual([{ kind: 'payment', amount: 300, cause: `payment:${tradeNo}` }])
    expect(await statusOf(orderNo), 'its court is still free').toBe('confirmed')
  })

  it('paid here and not there, and with another amount', async () => {
    const [gone, other] = [await money.paid(taker), await money.paid(taker)]
    await money.writeThere(taker, gone.tradeNo, { paid: false })
    await money.writeThere(taker, other.tradeNo, { amount: 250 })
    await money.night()
    const found = await money.found()
    const isByAmount = taker === 'newebpay'
    // NewebPay is asked with the amount, and knows no such trade.
    expect(found).toContainEqual({ kind: 'paid-here', asked: taker, ours: 300, theirs: 0, orderNo: gone.orderNo })
    expect(found).toContainEqual(
      isByAmount
        ? { kind: 'paid-here', asked: taker, ours: 300, theirs: 0, orderNo: other.orderNo }
        : { kind: 'other-amount', asked: taker, ours: 300, theirs: 250, orderNo: other.orderNo },
    )
    expect(found).toHaveLength(2)
  })
})

describe.each(takers)('what went back at %s', (taker) => {
  it('there and not here, and here and not there', async () => {
    const [there, here, both] = [await money.paid(taker), await money.paid(taker), await money.paid(taker)]
    await money.writeThere(taker, there.tradeNo, { refunded: 100 })
    await money.writeThere(taker, both.tradeNo, { refunded: 50 })
    for (const [{ orderNo }, amount] of [
      [here, 300],
      [both, 50],
    ] as const) {
      const { id, order_id } = await money.readAttempt(orderNo)
      const row = { order_id, attempt_id: id, kind: 'refund', way: 'card', amount: -amount, cause: `refund:${id}`, at: money.clock.now() }
      await money.db.insertInto('ledger').values(row).execute()
    }
    await money.night()
    expect(await money.found()).toEqual([
      { kind: 'refunded-here', asked: taker, ours: 300, theirs: 0, orderNo: here.orderNo },
      { kind: 'refunded-there', asked: taker, ours: 0, theirs: 100, orderNo: there.orderNo },
    ])
  })
})

describe('the check', () => {
  it('runs once for each day, after three in the morning, and finds the same only once', async () => {
    const { tradeNo } = await money.paid('ecpay')
    await money.writeThere('ecpay', tradeNo, { paid: false })
    money.clock.advance(Date.parse('2026-11-16T02:50:00+08:00') - money.clock.now().getTime())
    await checkMoney(money.deps, money.clock)
    expect(await checks()).toEqual([])
    await money.night(6)
    expect(await checks()).toHaveLength(1)
    expect(await money.found()).toHaveLength(1)
    money.clock.advance(86_400_000)
    await money.night()
    expect((await checks()).map(({ day }) => day)).toEqual(['2026-11-15', '2026-11-16'])
    expect(await money.found()).toHaveLength(1)
  })

  it('makes up for nights that were missed, a week at most', async () => {
    await money.night()
    money.clock.advance(3 * 86_400_000)
    await checkMoney(money.deps, money.clock)
    expect((await checks()).map(({ day }) => day)).toEqual(['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18'])
    money.clock.advance(30 * 86_400_000)
    await checkMoney(money.deps, money.clock)
    expect(await checks()).toHaveLength(11)
  })

  it('goes on when a provider is down: the others are compared at once, and it when it answers again', async () => {
    const [down, up] = [await money.paid('ecpay'), await money.paid('linepay')]
    await money.writeThere('ecpay', down.tradeNo, { paid: false })
    await money.writeThere('linepay', up.tradeNo, { paid: false })
    money.gateway.always = 'lost'
    await money.night(2)
    expect((await money.found()).map(({ asked }) => asked)).toEqual(['linepay'])
    expect(await checks()).toMatchObject([{ compared: 1, finished_at: null }])
    expect(await money.db.selectFrom('money_check_queue').select(['asked', 'problem']).execute()).toEqual([
      { asked: 'ecpay', problem: 'timeout' },
    ])
    money.gateway.always = 'none'
    money.clock.advance(40 * 60_000)
    await money.night()
    expect((await money.found()).map(({ asked }) => asked)).toEqual(['linepay', 'ecpay'])
    expect(await checks()).toMatchObject([{ compared: 2, finished_at: expect.any(Date) }])
  })

  it('is shut out by ECPay with 403: nobody asks it for half an hour', async () => {
    await money.paid('ecpay')
    await money.paid('ecpay')
    money.gateway.always = 'busy'
    await money.night()
    money.gateway.always = 'none'
    const before = money.gateway.sent.length
    money.clock.advance(20 * 60_000)
    await checkMoney(money.deps, money.clock)
    expect(money.gateway.sent).toHaveLength(before)
    money.clock.advance(11 * 60_000)
    await checkMoney(money.deps, money.clock)
    expect(money.gateway.sent.slice(before)).toEqual(['V5', 'QueryTrade', 'V5', 'QueryTrade'])
  })

  it('asks NewebPay about pages that nobody opened with half of the questions of an hour', async () => {
    const { orderNo } = await money.begun('newebpay')
    const { order_id } = await money.readAttempt(orderNo)
    for (let n = 0; n < 25; n++) {
      const attempt = {
        id: randomUUID(),
        order_id,
        provider: 'newebpay',
        way: 'applepay',
        trade_no: `LEFT${n}`,
        state: 'failed',
        amount: 300,
      }
      await money.db
        .insertInto('payment_attempts')
        .values({ ...attempt, created_at: money.clock.now() })
        .execute()
    }
    money.bank.books.unknownAsked = []
    await money.night(3)
    expect(money.bank.books.unknownAsked).toHaveLength(10)
    await money.night(18)
    expect((await checks())[0]).toMatchObject({ compared: 26, finished_at: expect.any(Date) })
    expect(await money.found()).toEqual([])
  })

  it('leaves out a provider that is not set any more, and says how many', async () => {
    const { orderNo } = await money.paid('linepay')
    await money.db.updateTable('payment_attempts').set({ provider: 'gone' }).execute()
    await money.night()
    expect(orderNo).toBeTruthy()
    expect(await checks()).toMatchObject([{ compared: 0, skipped: 1, finished_at: expect.any(Date) }])
  })

  it('says nothing of what is on its way back, and logs no payer', async () => {
    const { member, orderNo, tradeNo } = await money.paid('linepay')
    money.line.fail('refund', 'unsaid')
    const { refundNo } = (await refundCalls(() => money.service).refund(member, { orderNo })).body
    const stateOf = () => money.db.selectFrom('refunds').select(['state', 'unclear']).where('refund_no', '=', refundNo).executeTakeFirst()
    await expect.poll(stateOf, { timeout: 8000 }).toEqual({ state: 'processing', unclear: true })
    expect(money.line.payment(tradeNo).refunds).toEqual([300])
    money.gateway.always = 'lost'
    await money.night()
    expect(await money.found()).toEqual([])
    expect(money.logged.join('')).not.toMatch(/1111|@example|09\d{8}/)

    // Finance believes that nothing has arrived, and pays it to an account: now it has gone back twice.
    await sql`update refunds set state = 'refunded', unclear = false where refund_no = ${refundNo}`.execute(money.db)
    await sql`update refund_tries set outcome = 'refused' where outcome is null or outcome <> 'refunded'`.execute(money.db)
    await money.night(8)
    expect((await money.found()).map(({ kind, ours, theirs }) => [kind, ours, theirs])).toEqual([['refunded-there', 0, 300]])
  })

  it('does not write what moves while the provider is asked', async () => {
    const { tradeNo } = await money.paid('linepay')
    await money.writeThere('linepay', tradeNo, { refunded: 100 })
    await money.night(0)
    // Between the answer and the look at it the refund is entered here.
    const moves = sql`insert into ledger (order_id, attempt_id, kind, way, amount, at, cause)
      select a.order_id, a.id, 'refund', 'card', -100, ${money.clock.now()}, 'refund:moving' from payment_attempts a where a.trade_no = ${tradeNo}`
    const slow = (provider: OpenProvider): OpenProvider => ({
      ...provider,
      record: async (...asked) => {
        const answer = await provider.record(...asked)
        await moves.execute(money.db)
        return answer
      },
    })
    const of = (name: string) => {
      const provider = money.deps.providers.of(name)
      return provider && slow(provider)
    }
    await checkMoney({ ...money.deps, providers: { ...money.deps.providers, of } }, money.clock)
    expect(await money.found()).toEqual([])
    await money.night(8)
    expect(await money.found(), 'an hour later both say the same').toEqual([])
    expect(await checks()).toMatchObject([{ compared: 1 }])
  })
})
