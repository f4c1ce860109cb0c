import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openLinepayService, minutes, type LinepayService } from '#testing/linepay/service.ts'
import { at, placed } from '#testing/orders.ts'
import { askAboutPayment, type AskingDeps } from '../../ask-providers.ts'
import { applyNotice } from '../../receive-notice.ts'

let world: LinepayService
beforeAll(async () => {
  world = await openLinepayService()
})
afterAll(() => world?.close())
beforeEach(() => {
  world.line.rules.isPaceKept = true
})

describe('paying by LINE Pay', () => {
  it('goes to LINE’s page, and is confirmed as soon as the browser is back', async () => {
    const trade = await world.going()
    const attempt = await world.attemptOf(trade.orderNo)
    expect(attempt).toMatchObject({
      provider: 'linepay',
      way: 'linepay',
      state: 'created',
      gateway_trade_no: world.line.payment(trade.tradeNo).id,
    })
    const landed = await world.comeBack(world.line.pay(trade.tradeNo))
    expect([landed.status, landed.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(`/redirectToResult?ref=${trade.tradeNo}`),
    ])
    await world.answered()
    expect(await world.statusOf(trade)).toBe('confirmed')
    expect(await world.attemptOf(trade.orderNo)).toMatchObject({ state: 'paid', method: 'wallet' })
    expect(await world.ledgerOf(trade.orderNo)).toEqual([{ amount: 300, way: 'card' }])
    const result = await world.service.call('GET', `/api/Payment/Result?orderNo=${trade.orderNo}`, { as: trade.member })
    expect(result.body).toMatchObject({ status: 'confirmed', payment: { state: 'paid', way: 'linepay' } })
  })

  it('is confirmed without the browser, within two minutes', async () => {
    const trade = await world.going()
    await world.minute(3)
    world.line.pay(trade.tradeNo)
    expect(await world.statusOf(trade)).toBe('awaiting-payment')
    await world.minute(2)
    expect(await world.statusOf(trade)).toBe('confirmed')
    expect(world.line.done(trade.tradeNo, 'confirm')).toEqual(['0000'])
  })

  it('is asked about every minute while LINE gives its payer time, and then no more', async () => {
    const trade = await world.going()
    await world.minute(20)
    expect(world.line.done(trade.tradeNo, 'check')).toEqual(Array.from({ length: 20 }, () => '0000'))
    await world.minute(5)
    expect(await world.attemptOf(trade.orderNo)).toMatchObject({ state: 'failed', failure: expect.stringContaining('0121') })
    expect(world.line.done(trade.tradeNo, 'check').filter((code) => code !== '0000')).toEqual(['0121'])
    expect(world.line.done(trade.tradeNo, 'confirm')).toEqual([])
  })

  it.each(['cancelled', 'failed'] as const)('that was %s at LINE fails, and the next start is a new number', async (state) => {
    const trade = await world.going()
    world.line.pay(trade.tradeNo, state)
    await world.minute()
    expect(await world.attemptOf(trade.orderNo)).toMatchObject({ state: 'failed' })
    const next = await world.begun(trade.member, trade.orderNo)
    expect(next).not.toBe(trade.tradeNo)
    await world.comeBack(world.line.pay(next))
    await world.answered()
    expect(await world.statusOf(trade)).toBe('confirmed')
  })

  it('is not confirmed by a return that somebody makes up', async () => {
    const trade = await world.going()
    await world.comeBack(`http://localhost:3000/api/Payment/Return/linepay?orderId=${trade.tradeNo}&transactionId=1`)
    await world.answered()
    const forged = await world.service.call('POST', '/api/Payment/Notice/linepay', {
      body: JSON.stringify({ returnCode: '0000', orderId: trade.tradeNo }),
    })
    expect(forged.status).toBe(200)
    expect([await world.statusOf(trade), world.line.done(trade.tradeNo, 'confirm')]).toEqual(['awaiting-payment', []])
  })

  it('is never confirmed for an order whose hold has lapsed', async () => {
    const trade = await world.going()
    world.line.pay(trade.tradeNo)
    await world.service.db.updateTable('orders').set({ state: 'cancelled' }).where('order_no', '=', trade.orderNo).execute()
    await world.comeBack(world.line.pay(trade.tradeNo))
    await world.answered()
    await world.minute(25)
    expect(world.line.done(trade.tradeNo, 'confirm')).toEqual([])
    expect(world.line.payment(trade.tradeNo).state).toBe('authenticated')
    expect(await world.attemptOf(trade.orderNo)).toMatchObject({ state: 'failed' })
    expect(await world.ledgerOf(trade.orderNo)).toEqual([])
  })

  it('that LINE opens no request for is not available, and the next start is another attempt', async () => {
    const member = await world.service.newMember()
    const orderNo = await placed(world.service, member, [at(1, 22, 8)])
    const startOnce = () => world.start(member, orderNo)
    world.line.fail('request', { code: '9000' })
    expect(await startOnce()).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
    world.line.fail('request', 'unsaid')
    expect(await startOnce()).toMatchObject({ status: 503 })
    expect(await world.attemptOf(orderNo)).toMatchObject({ state: 'failed', gateway_trade_no: null })
    expect((await startOnce()).status).toBe(200)
  })
})

describe('a question whose answer is lost', () => {
  it.each(['unheard', 'unsaid'] as const)('the confirm (%s) is neither paid nor failed, and found out a minute later', async (fault) => {
    const trade = await world.going()
    world.line.pay(trade.tradeNo)
    world.line.fail('confirm', fault)
    await world.minute()
    expect(await world.attemptOf(trade.orderNo)).toMatchObject({ state: 'created' })
    expect(await world.ledgerOf(trade.orderNo)).toEqual([])
    await world.minute()
    expect(await world.statusOf(trade)).toBe('confirmed')
    expect(await world.ledgerOf(trade.orderNo)).toEqual([{ amount: 300, way: 'card' }])
    expect(world.line.done(trade.tradeNo, 'confirm')).toEqual(['0000'])
  })

  it.each([
    ['check', 'unsaid'],
    ['check', { status: 500 }],
    ['confirm', { status: 502 }],
    ['confirm', { code: '1145' }],
  ] as const)('%s %o', async (deed, fault) => {
    const trade = await world.going()
    world.line.pay(trade.tradeNo)
    world.line.fail(deed, fault)
    await world.minute()
    expect(await world.statusOf(trade)).toBe('awaiting-payment')
    await world.minute()
    expect([await world.statusOf(trade), world.line.done(trade.tradeNo, 'confirm')]).toEqual(['confirmed', ['0000']])
  })

  it('the confirm was done, and its order has lapsed meanwhile: the money is owed back', async () => {
    const trade = await world.going()
    world.line.pay(trade.tradeNo)
    world.line.fail('confirm', 'unsaid')
    await world.minute()
    await world.service.db.updateTable('orders').set({ state: 'cancelled' }).where('order_no', '=', trade.orderNo).execute()
    await world.minute()
    expect(await world.attemptOf(trade.orderNo)).toMatchObject({ state: 'paid' })
    const result = await world.service.call('GET', `/api/Payment/Result?orderNo=${trade.orderNo}`, { as: trade.member })
    expect(result.body.refundDue).toBe(300)
  })
})

describe('many who ask at the same time', () => {
  it('confirm once: two returns and three jobs', async () => {
    const trade = await world.going()
    const back = world.line.pay(trade.tradeNo)
    world.service.clock.advance(minutes(1))
    await Promise.all([world.comeBack(back), world.comeBack(back), world.ask(), world.ask(), world.ask()])
    await world.answered()
    expect(await world.statusOf(trade)).toBe('confirmed')
    expect(await world.ledgerOf(trade.orderNo)).toEqual([{ amount: 300, way: 'card' }])
    expect([world.line.done(trade.tradeNo, 'check'), world.line.done(trade.tradeNo, 'confirm')]).toEqual([['0110'], ['0000']])
  })

  it('about two attempts of one order, both authenticated, confirm one of them, and the other is never confirmed', async () => {
    const trade = await world.going()
    world.service.clock.advance(1000)
    const trades = [trade.tradeNo, await world.begun(trade.member, trade.orderNo)]
    for (const tradeNo of trades) world.line.pay(tradeNo)
    await Promise.all(trades.map((tradeNo) => askAboutPayment(world.asking, tradeNo, world.service.clock)))
    await world.minute(3)
    expect(trades.flatMap((tradeNo) => world.line.done(tradeNo, 'confirm'))).toEqual(['0000'])
    expect(await world.statusOf(trade)).toBe('confirmed')
    expect(await world.ledgerOf(trade.orderNo)).toEqual([{ amount: 300, way: 'card' }])
  })

  it('read after the check, right before the confirm, whether the order still waits', async () => {
    const { tradeNo, orderNo } = await world.going()
    world.line.pay(tradeNo)
    const cancelledMeanwhile: AskingDeps['orders'] = {
      ...world.asking.orders,
      async find(...asked) {
        expect(world.line.done(tradeNo, 'check')).toEqual(['0110'])
        await world.service.db.updateTable('orders').set({ state: 'cancelled' }).where('order_no', '=', orderNo).execute()
        return world.asking.orders.find(...asked)
      },
    }
    await askAboutPayment({ ...world.asking, orders: cancelledMeanwhile }, tradeNo, world.service.clock)
    expect(world.line.done(tradeNo, 'confirm')).toEqual([])
  })

  it('would confirm again and again without the claim, so the test above means something; the books have one payment all the same', async () => {
    const trade = await world.going()
    world.line.pay(trade.tradeNo)
    world.line.rules.isPaceKept = false
    const open = world.providers.of('linepay')!
    const { gateway_trade_no: gatewayTradeNo } = await world.attemptOf(trade.orderNo)
    const now = world.service.clock.now()
    const asked = {
      tradeNo: trade.tradeNo,
      way: 'linepay' as const,
      gatewayTradeNo,
      amount: 300,
      startedAt: now,
      mayCapture: async () => true,
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => open.ask(asked, now)))
    expect(world.line.done(trade.tradeNo, 'confirm').length).toBeGreaterThan(1)
    const verdicts = await Promise.all(
      answers.flatMap((answer) =>
        answer.ok ? [applyNotice({ ...world.asking, provider: open }, answer.value.notice, answer.value.fields, now)] : [],
      ),
    )
    expect(verdicts.toSorted()).toEqual(['paid', 'repeated', 'repeated', 'repeated', 'repeated'])
    expect(await world.ledgerOf(trade.orderNo)).toEqual([{ amount: 300, way: 'card' }])
  })
})
