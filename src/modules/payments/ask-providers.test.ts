import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { failuresOf } from '#lib/failures.ts'
import { ok } from '#lib/result.ts'
import { emptyOrders } from '#testing/empty-orders.ts'
import { arrivedForm, bankNumberNotice, keys, openPaymentFixture, type PaymentFixture } from '#testing/payment-fixture.ts'
import { poison } from '#testing/poison.ts'
import { askAboutPayment, askProviders } from './ask-providers.ts'
import { sign, type Fields } from './providers/ecpay/fields.ts'

const now = new Date('2026-11-16T10:00:00+08:00')
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const clockAt = (at: Date) => ({ now: () => at })
const askAt = (at: Date) => askProviders(fixture.deps, clockAt(at), 'by-notice')
let fixture: PaymentFixture
let asked: string[]
beforeAll(async () => {
  fixture = await openPaymentFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await emptyOrders(fixture.db)
  asked = []
  answerWith('0')
})

const answerWith = (TradeStatus: string, different: Fields = {}) => {
  fixture.gateway.answer = async (_, fields) => {
    const tradeNo = fields['MerchantTradeNo']!
    asked.push(tradeNo)
    const answer = {
      MerchantID: keys.merchantId,
      MerchantTradeNo: tradeNo,
      TradeNo: '26',
      TradeAmt: '300',
      PaymentType: 'Credit_CreditCard',
      TradeStatus,
      ...different,
    }
    return { status: 200, text: new URLSearchParams(sign(answer, keys)).toString() }
  }
}
async function unpaid(ahead = 1, courtId = 1) {
  const orderNo = await fixture.place(now, { ahead, courtId, hour: 9 + courtId })
  return { orderNo, tradeNo: (await fixture.visit(orderNo, now)).tradeNo }
}

describe('an attempt without a notice', () => {
  it('is queried after ten minutes, and then less and less often', async () => {
    await unpaid()
    const askedAt: number[] = []
    for (let minute = 5; minute <= 300; minute += 5) {
      const before = asked.length
      await askAt(after(minute))
      if (asked.length > before) askedAt.push(minute)
    }
    expect(askedAt).toEqual([10, 20, 30, 45, 70, 105, 160, 240])
  })

  it('that was paid is settled like by a notice, once', async () => {
    const { orderNo, tradeNo } = await unpaid()
    answerWith('1')
    await askAt(after(10))
    await askAt(after(30))
    expect(asked).toHaveLength(1)
    expect(await fixture.order(orderNo)).toMatchObject({
      state: 'confirmed',
      held: [null],
      ledger: [{ amount: 300, cause: `payment:${tradeNo}` }],
    })
    expect(await fixture.verdicts(tradeNo)).toEqual(['paid'])
  })

  it('is settled although what the gateway says of another cannot be applied', async () => {
    const [bad, good] = [await unpaid(), await unpaid(1, 2)]
    answerWith('1')
    const cure = await poison(fixture.db, 'ledger', bad.tradeNo)
    const before = failuresOf('job')
    await askAt(after(10))
    await cure()
    expect(failuresOf('job')).toBe(before + 1)
    expect([await fixture.order(bad.orderNo), await fixture.order(good.orderNo)]).toMatchObject([
      { state: 'awaiting-payment' },
      { state: 'confirmed' },
    ])
  })

  it('is not settled when the amount differs', async () => {
    const { orderNo, tradeNo } = await unpaid()
    answerWith('1', { TradeAmt: '3' })
    await askAt(after(10))
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'awaiting-payment', ledger: [] })
    expect(await fixture.verdicts(tradeNo)).toEqual(['wrong-amount'])
  })

  it('lapses a day later if the gateway says that it is unpaid', async () => {
    const { tradeNo } = await unpaid()
    fixture.gateway.answer = async () => ({ failed: 'nobody is there', isSent: true })
    await askAt(after(25 * 60))
    expect((await fixture.attempt(tradeNo)).state, 'silence says nothing').toBe('created')
    answerWith('10200047')
    await askAt(after(60 * 60))
    expect((await fixture.attempt(tradeNo)).state).toBe('lapsed')
  })

  it('with a bank or store number lapses two days after its deadline', async () => {
    const { tradeNo } = await unpaid(5)
    await fixture.receive(bankNumberNotice(tradeNo, '2026/11/19'), after(1))
    await askAt(new Date('2026-11-21T23:00:00+08:00'))
    expect((await fixture.attempt(tradeNo)).state).toBe('number-issued')
    await askAt(new Date('2026-11-28T00:00:00+08:00'))
    expect((await fixture.attempt(tradeNo)).state).toBe('lapsed')
  })

  it('with a number lapses as well when the gateway calls it failed', async () => {
    const { tradeNo } = await unpaid(5)
    await fixture.receive(bankNumberNotice(tradeNo, '2026/11/19'), after(1))
    answerWith('10200095')
    await askAt(new Date('2026-11-21T23:00:00+08:00'))
    expect((await fixture.attempt(tradeNo)).state).toBe('number-issued')
    await askAt(new Date('2026-11-28T00:00:00+08:00'))
    expect((await fixture.attempt(tradeNo)).state).toBe('lapsed')
  })

  it('that is old, and whose payer took a number all the same, waits for the number’s own deadline', async () => {
    const { tradeNo } = await unpaid(5)
    const [, says] = [await askAt(after(10)), fixture.ecpay.readNotice(arrivedForm(bankNumberNotice(tradeNo, '2026/11/19')))]
    const open = { ...fixture.ecpay, ask: async () => ok({ notice: says.notice!, fields: says.fields }) }
    const providers = { ...fixture.deps.providers, set: [open] }
    await askProviders({ ...fixture.deps, providers }, clockAt(after(25 * 60)), 'by-notice')
    expect((await fixture.attempt(tradeNo)).state).toBe('number-issued')
  })

  it('is asked about with the time of its own question, however long the run takes', async () => {
    const trades = [await unpaid(), await unpaid(1, 2)].map(({ tradeNo }) => tradeNo)
    let at = after(10)
    const stamps: number[] = []
    const { answer } = fixture.gateway
    fixture.gateway.answer = async (url, fields) => {
      stamps.push(Number(fields['TimeStamp']))
      at = new Date(at.getTime() + 4 * 60_000)
      return answer(url, fields)
    }
    await askProviders(fixture.deps, { now: () => at }, 'by-notice')
    expect(stamps).toEqual([after(10), after(14)].map((one) => one.getTime() / 1000))
    expect((await Promise.all(trades.map(fixture.attempt))).map(({ asked_at }) => asked_at)).toEqual([after(10), after(14)])
  })

  it('at a provider that reports by itself is not the minutely job’s', async () => {
    await unpaid()
    await askProviders(fixture.deps, clockAt(after(10)), 'when-asked')
    expect(asked).toEqual([])
  })

  it('that lapsed is still settled when the money arrives', async () => {
    const { orderNo, tradeNo } = await unpaid(5)
    await askAt(after(24 * 60))
    expect((await fixture.attempt(tradeNo)).state).toBe('lapsed')
    answerWith('1')
    const answer = await fixture.ecpay.ask(
      { tradeNo, way: 'card', gatewayTradeNo: null, amount: 300, startedAt: after(0), mayCapture: async () => false },
      after(1),
    )
    if (!answer.ok) throw new Error('no answer')
    await fixture.receive(sign({ ...(answer.value.fields as Fields), RtnCode: '1' }, keys), after(25 * 60))
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'confirmed', ledger: [{ amount: 300 }] })
  })
})

it('the job stops when the gateway does not answer', async () => {
  await unpaid(1, 1)
  await unpaid(1, 2)
  let calls = 0
  fixture.gateway.answer = async () => {
    calls++
    return { status: 403, text: '' }
  }
  await askAt(after(10))
  expect(calls).toBe(1)
})

it('a trade whose browser has returned is queried at once, and again later if there is no answer', async () => {
  const { orderNo, tradeNo } = await unpaid()
  fixture.gateway.answer = async () => ({ failed: 'nobody is there', isSent: true })
  expect(await askAboutPayment(fixture.deps, tradeNo, clockAt(after(1)))).toBe('again')
  answerWith('1')
  expect(await askAboutPayment(fixture.deps, tradeNo, clockAt(after(2)))).toBeUndefined()
  expect(await fixture.order(orderNo)).toMatchObject({ state: 'confirmed' })
  await askAboutPayment(fixture.deps, tradeNo, clockAt(after(3)))
  expect(asked, 'what is known is not asked').toHaveLength(1)
})
