import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadConfig } from '#config.ts'
import { firstMoment, openLinepayService, minutes, type LinepayService } from '#testing/linepay/service.ts'
import { refundCalls, refundIn } from '#testing/refunds.ts'
import { checkProviders, settingsOf, shownSettings } from '../../providers.ts'
import { forgetPayers } from '../../store.ts'

let world: LinepayService
beforeAll(async () => {
  world = await openLinepayService()
})
afterAll(() => world?.close())

describe('giving back by LINE Pay', () => {
  const { refund } = refundCalls(() => world.service)
  const sendAgain = async () => {
    await world.service.jobs.send(world.service.db, 'send-refunds-soon', {})
    await world.service.jobsDone('send-refunds-soon')
  }

  it('a part, and then the rest', async () => {
    const trade = await world.paid({ items: 2 })
    const { id } = await world.service.db.selectFrom('orders').select('id').where('order_no', '=', trade.orderNo).executeTakeFirstOrThrow()
    const items = await world.service.db.selectFrom('order_items').select('id').where('order_id', '=', id).execute()
    for (const [n, item] of items.entries()) {
      const { body } = await refund(trade.member, { orderNo: trade.orderNo, itemIds: [item.id] })
      await refundIn(world.service, trade.member, body.refundNo, 'refunded')
      expect(world.line.payment(trade.tradeNo).refunds).toEqual(Array.from({ length: n + 1 }, () => 300))
    }
    expect((await world.ledgerOf(trade.orderNo)).map(({ amount }) => amount)).toEqual([600, -300, -300])
  })

  it('with a lost answer is unclear, and never sent twice by itself', async () => {
    const trade = await world.paid()
    world.line.fail('refund', 'unsaid')
    const { body } = await refund(trade.member, { orderNo: trade.orderNo })
    const row = () =>
      world.service.db.selectFrom('refunds').select(['state', 'unclear']).where('refund_no', '=', body.refundNo).executeTakeFirstOrThrow()
    await vi.waitFor(async () => expect(await row()).toEqual({ state: 'processing', unclear: true }), { timeout: 10_000 })
    for (let n = 0; n < 3; n++) {
      world.service.clock.advance(minutes(25 * 60))
      await sendAgain()
    }
    expect([world.line.done(trade.tradeNo, 'refund'), await row()]).toEqual([['0000'], { state: 'processing', unclear: true }])
  })

  it('refused by LINE says why', async () => {
    const trade = await world.paid()
    world.line.payment(trade.tradeNo).refunds.push(300)
    const { body } = await refund(trade.member, { orderNo: trade.orderNo })
    await refundIn(world.service, trade.member, body.refundNo, 'failed')
    const { failure } = await world.service.db
      .selectFrom('refunds')
      .select('failure')
      .where('refund_no', '=', body.refundNo)
      .executeTakeFirstOrThrow()
    expect(failure).toBe('1165 it was given back before')
  })
})

describe('around it', () => {
  it('what is kept of its answers is what the books need', async () => {
    const trade = await world.paid()
    const read = async () =>
      (await world.service.db.selectFrom('payment_notices').select('body').where('trade_no', '=', trade.tradeNo).executeTakeFirstOrThrow())
        .body
    expect(await read()).toMatchObject({ payInfo: [{ maskedCreditCardNumber: '************1111' }] })
    const { order_id: orderId } = await world.attemptOf(trade.orderNo)
    await world.service.db.transaction().execute((trx) => forgetPayers(trx, [orderId]))
    const { id } = world.line.payment(trade.tradeNo)
    expect(await read()).toEqual({ returnCode: '0000', returnMessage: 'Success.', orderId: trade.tradeNo, transactionId: id, amount: 300 })
  })

  it('its settings are all of them or none, encrypted unless on this machine, and shown without the secret', async () => {
    const env = { DEMO: '0', LINEPAY_URL: 'https://api-pay.line.me', LINEPAY_CHANNEL_ID: '1656', LINEPAY_CHANNEL_SECRET: 'hush' }
    const read = (more: Record<string, string> = {}) => loadConfig({ ...env, ...more }, settingsOf())
    expect(read().payments).toEqual({ linepay: { url: 'https://api-pay.line.me', channelId: '1656', channelSecret: 'hush', demo: false } })
    expect(() => read({ LINEPAY_CHANNEL_SECRET: '' })).toThrow('LINEPAY_CHANNEL_SECRET is missing')
    expect(() => read({ LINEPAY_URL: 'http://pay.example' })).toThrow('must begin with https://')
    expect(() => read({ LINEPAY_URL: world.line.settings.url })).not.toThrow()
    expect(shownSettings(read())).toEqual([
      { name: 'LINEPAY_URL', value: 'https://api-pay.line.me' },
      { name: 'LINEPAY_CHANNEL_ID', value: '1656' },
      { name: 'LINEPAY_CHANNEL_SECRET', value: '•••' },
    ])
  })

  it('its check reads the keys, and opens nothing', async () => {
    const check = async (more = {}) =>
      (await checkProviders({ payments: { linepay: { ...world.line.settings, ...more } } }, firstMoment)).map(({ code }) => code)
    expect(await check()).toEqual(['payment_ready'])
    expect(await check({ channelSecret: 'another' })).toEqual(['payment_keys_wrong'])
    expect(await check({ channelId: '1' })).toEqual(['payment_keys_wrong'])
  })
})
