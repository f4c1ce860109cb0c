import { describe, expect, it } from 'vitest'
import type { OpenTrade, Outgoing, Send, Trade } from '../../provider.ts'
import { callLinepay, readExactly, signatureOf } from './call.ts'
import { checkLinepay } from './check.ts'
import { linepay } from './provider.ts'
import { shown, type LinepaySettings } from './settings.ts'
import vectors from './vectors.json' with { type: 'json' }

const set: LinepaySettings = { url: 'https://line.example', channelId: '1656', channelSecret: 'hush', demo: false }
const now = new Date('2026-11-16T10:00:00+08:00')
const id = '2021113000697317601'
const open: OpenTrade = { tradeNo: 'F1', way: 'linepay', gatewayTradeNo: id, amount: 300, startedAt: now, mayCapture: async () => true }

type Answered = Awaited<ReturnType<Send>>
const answerOf = (returnCode: string, info?: string): Answered => ({
  status: 200,
  text: `{"returnCode":"${returnCode}","returnMessage":"as it is"${info === undefined ? '' : `,"info":${info}`}}`,
})
const lost: Answered = { failed: 'TimeoutError', isSent: true }

/** LINE Pay as these answers, one after the other. */
function lineWith(...answers: Answered[]) {
  const sent: Outgoing[] = []
  const calls = linepay.open(set, async (outgoing) => {
    sent.push(outgoing)
    return answers[sent.length - 1] ?? { failed: 'nobody has thought of this question', isSent: true }
  })
  return { calls, sent, paths: () => sent.map(({ method, url }) => `${method} ${url.slice(set.url.length)}`) }
}
async function asked(trade: Partial<OpenTrade>, ...answers: Answered[]) {
  const { calls, paths } = lineWith(...answers)
  const answer = await calls.ask({ ...open, ...trade }, now)
  const says = answer.ok ? answer.value.notice.says.kind : 'no answer'
  return { says, asks: paths().length, answer }
}
const saysOf = async (...answers: Answered[]) => (await asked({}, ...answers)).says
const ofConfirm = `{"orderId":"F1","transactionId":${id},"payInfo":[{"method":"CREDIT_CARD","amount":300}]}`
const ofDetails = (different = {}) =>
  `[${JSON.stringify({
    transactionId: 'ID',
    orderId: 'F1',
    transactionType: 'PAYMENT',
    payStatus: 'CAPTURE',
    payInfo: [
      { method: 'BALANCE', amount: 280 },
      { method: 'DISCOUNT', amount: 20 },
    ],
    ...different,
  }).replace('"ID"', id)}]`

describe('the signature', () => {
  it.each(vectors.requests)('equals the computed example: $name', ({ path, given, signature }) =>
    expect(signatureOf(vectors.secret, { path, given, nonce: vectors.nonce })).toBe(signature),
  )

  it('is over the body of a POST, and over the query of a GET without its question mark', async () => {
    const sent: Outgoing[] = []
    const send: Send = async (outgoing) => (sent.push(outgoing), lost)
    await callLinepay(set, send, { method: 'POST', path: '/v3/a', given: '{"b":1}', timeoutSeconds: 1 })
    await callLinepay(set, send, { method: 'GET', path: '/v3/a', given: 'b=1', timeoutSeconds: 1 })
    expect(sent).toMatchObject([{ url: `${set.url}/v3/a`, body: '{"b":1}' }, { url: `${set.url}/v3/a?b=1` }])
    expect(sent[1]).not.toHaveProperty('body')
    const signed = sent.map(({ headers }, n) =>
      signatureOf('hush', { path: '/v3/a', given: ['{"b":1}', 'b=1'][n]!, nonce: headers['X-LINE-Authorization-Nonce']! }),
    )
    expect(sent.map(({ headers }) => headers['X-LINE-Authorization'])).toEqual(signed)
    expect(new Set(signed).size).toBe(2)
  })
})

describe('JSON', () => {
  it('keeps all digits of a transaction number, and changes nothing else', () => {
    expect(readExactly(`{"transactionId": ${id},"a":[${id},-1234567890123456789]}`)).toEqual({
      transactionId: id,
      a: [id, '-1234567890123456789'],
    })
    expect(String((JSON.parse(`[${id}]`) as number[])[0]), 'as a number it is another one').not.toBe(id)
    const others = {
      text: `{"x":${id}, \\"${id}\\"}`,
      count: 300,
      half: 0.5,
      small: 1e-7,
      long: 1.234_567_890_123_456_7,
      none: null,
      yes: true,
    }
    expect(readExactly(JSON.stringify(others))).toEqual(others)
  })

  it.each(['', '<html>', '{', '{"a":}', 'undefined'])('that is none is nothing: %s', (text) => expect(readExactly(text)).toBeUndefined())
})

describe('a start', () => {
  const trade: Trade = {
    tradeNo: 'F261115K7M3XQZABCDEF',
    way: 'linepay',
    amount: 300,
    item: '場地預約 F261115K7M3XQZ',
    description: '青禾運動園區',
    locale: 'tw',
    numberDays: undefined,
    addresses: { notice: 'https://park.example/n', result: 'https://park.example/r', back: 'https://park.example/b' },
    at: now,
  }
  const opened = `{"transactionId":${id},"paymentUrl":{"web":"https://line.example/pay","app":"line://pay"},"paymentAccessToken":"1"}`

  it('requests a payment whose sums agree, and leads to its address', async () => {
    const { calls, sent } = lineWith(answerOf('0000', opened))
    expect(await calls.start(trade)).toEqual({ ok: true, value: { method: 'get', action: 'https://line.example/pay', gatewayTradeNo: id } })
    expect(sent).toMatchObject([{ method: 'POST', url: `${set.url}/v3/payments/request`, timeoutMs: 10_000 }])
    expect(JSON.parse(sent[0]!.body!)).toEqual({
      amount: 300,
      currency: 'TWD',
      orderId: trade.tradeNo,
      packages: [{ id: trade.tradeNo, amount: 300, name: trade.description, products: [{ name: trade.item, quantity: 1, price: 300 }] }],
      redirectUrls: { confirmUrl: trade.addresses.result, cancelUrl: trade.addresses.back },
      options: { display: { locale: 'zh_TW' } },
    })
  })

  it.each([
    ['a refusal', answerOf('1172')],
    ['silence', lost],
    ['another status', { ...answerOf('0000', opened), status: 500 }],
    ['no number', answerOf('0000', '{"paymentUrl":{"web":"https://line.example/pay"}}')],
    ['no address', answerOf('0000', `{"transactionId":${id}}`)],
    ['an address of no page', answerOf('0000', `{"transactionId":${id},"paymentUrl":{"web":"javascript:alert(1)"}}`)],
    ['no JSON', { status: 200, text: '<html>' }],
  ] as [string, Answered][])('opens nothing after %s', async (_, answer) =>
    expect(await lineWith(answer).calls.start(trade)).toMatchObject({ ok: false, refusal: { code: 'no_answer' } }),
  )
})

describe('what became of a trade', () => {
  it.each([
    ['0000', 'unpaid'],
    ['0121', 'failed'],
    ['0122', 'failed'],
    ['1104', 'no answer'],
    ['1145', 'no answer'],
    ['9000', 'no answer'],
    ['constructor', 'no answer'],
  ])('the check answers %s: %s', async (code, says) => expect(await asked({}, answerOf(code))).toMatchObject({ says, asks: 1 }))

  it('an authenticated payment is confirmed while its order waits for it, and otherwise left to lapse', async () => {
    const { calls, sent, paths } = lineWith(answerOf('0110'), answerOf('0000', ofConfirm))
    const answer = await calls.ask(open, now)
    expect(answer).toMatchObject({
      value: {
        notice: {
          tradeNo: 'F1',
          merchantId: '1656',
          amount: 300,
          gatewayTradeNo: id,
          method: 'wallet',
          simulated: false,
          says: { kind: 'paid' },
        },
        fields: { returnCode: '0000', orderId: 'F1', transactionId: id, amount: 300 },
      },
    })
    expect(paths()).toEqual([`GET /v3/payments/requests/${id}/check`, `POST /v3/payments/${id}/confirm`])
    expect(sent.map(({ timeoutMs }) => timeoutMs)).toEqual([20_000, 40_000])
    expect(sent[1]!.body).toBe('{"amount":300,"currency":"TWD"}')
    expect(await asked({ mayCapture: async () => false }, answerOf('0110'))).toMatchObject({ says: 'unpaid', asks: 1 })
  })

  it.each([
    ['1110', 'failed'],
    ['1142', 'failed'],
    ['1153', 'failed'],
    ['1180', 'failed'],
    ['1281', 'failed'],
    ['1298', 'failed'],
    ['1169', 'unpaid'],
    ['1106', 'no answer'],
    ['1145', 'no answer'],
    ['1199', 'no answer'],
    ['1280', 'no answer'],
    ['9000', 'no answer'],
    ['12810', 'no answer'],
  ])('a confirm that answers %s: %s', async (code, says) =>
    expect(await asked({}, answerOf('0110'), answerOf(code))).toMatchObject({ says, asks: 2 }),
  )

  it.each([
    ['silence', lost],
    ['an unreached LINE Pay', { failed: 'ECONNREFUSED', isSent: false }],
    ['another status', { ...answerOf('0000', ofConfirm), status: 500 }],
    ['no JSON', { status: 200, text: 'OK' }],
    ['a confirmation of another order', answerOf('0000', ofConfirm.replace('F1', 'F2'))],
    ['one whose number differs in its last digit', answerOf('0000', ofConfirm.replace(id, '2021113000697317600'))],
    ['one of nothing', answerOf('0000')],
  ] as [string, Answered][])('a confirm with %s is neither paid nor failed', async (_, answer) =>
    expect(await saysOf(answerOf('0110'), answer)).toBe('no answer'),
  )

  it.each(['1152', '1172', '1198'])('a confirm that meets an earlier one (%s) is looked up by our number', async (code) => {
    const { calls, sent, paths } = lineWith(answerOf('0110'), answerOf(code), answerOf('0000', ofDetails()))
    expect(await calls.ask(open, now)).toMatchObject({ value: { notice: { amount: 300, gatewayTradeNo: id, says: { kind: 'paid' } } } })
    expect([paths()[2], sent[2]!.timeoutMs]).toEqual(['GET /v3/payments?orderId=F1', 20_000])
    expect(await saysOf(answerOf('0110'), answerOf(code), answerOf('1150'))).toBe('no answer')
  })

  it('a payment that is done is paid when its own record says so, with the amount of all its parts', async () => {
    const found = (different: object) => saysOf(answerOf('0123'), answerOf('0000', ofDetails(different)))
    expect(await found({})).toBe('paid')
    expect(await Promise.all([{ orderId: 'F2' }, { transactionType: 'REFUND' }, { payStatus: 'AUTHORIZATION' }].map(found))).toEqual([
      'no answer',
      'no answer',
      'no answer',
    ])
    const amountOf = async (payInfo: unknown) => {
      const { answer } = await asked({}, answerOf('0123'), answerOf('0000', ofDetails({ payInfo })))
      return answer.ok && answer.value.notice.amount
    }
    expect(await amountOf([{ method: 'BALANCE', amount: 3 }])).toBe(3)
    expect(await Promise.all([undefined, [], 'none', [{}], [{ amount: '300' }]].map(amountOf))).toEqual([-1, -1, -1, -1, -1])
    for (const answer of [lost, answerOf('1150'), answerOf('0000', '[]'), answerOf('0000', 'null')])
      expect(await saysOf(answerOf('0123'), answer)).toBe('no answer')
  })

  it('one that LINE Pay has forgotten is looked up, and unpaid when there is no payment', async () => {
    expect(await saysOf(answerOf('1150'), answerOf('1150'))).toBe('unpaid')
    expect(await saysOf(answerOf('1150'), answerOf('0000', '[]'))).toBe('unpaid')
    expect(await saysOf(answerOf('1150'), answerOf('0000', ofDetails()))).toBe('paid')
    expect(await saysOf(answerOf('1150'), lost)).toBe('no answer')
  })

  it('one without a number was never opened: nobody is asked', async () =>
    expect(await asked({ gatewayTradeNo: null })).toMatchObject({ says: 'unpaid', asks: 0 }))

  it('is never said by a notice or by a return', () => {
    const arrived = { headers: new Headers(), query: new URLSearchParams(`transactionId=${id}&orderId=F1`), body: '{"returnCode":"0000"}' }
    expect(lineWith().calls.readNotice(arrived).notice).toBeUndefined()
    expect(linepay.readReturn(arrived)).toBe('F1')
    expect(linepay.readReturn({ ...arrived, query: new URLSearchParams() })).toBeUndefined()
  })
})

describe('a refund', () => {
  const trade = { tradeNo: 'F1', way: 'linepay' as const, gatewayTradeNo: id, paidAt: now }
  const wanted = { ...trade, amount: 100, total: 300, isFirst: true, before: 0 }
  const refunded = async (answer: Answered) => lineWith(answer).calls.refund(wanted, now)

  it('always says how much', async () => {
    const { calls, sent } = lineWith(answerOf('0000', `{"refundTransactionId":${id}}`))
    expect(await calls.refund(wanted, now)).toEqual({ kind: 'refunded' })
    expect(sent).toMatchObject([{ url: `${set.url}/v3/payments/${id}/refund`, body: '{"refundAmount":100}', timeoutMs: 20_000 }])
    expect(calls.refundableFrom(wanted, now)).toEqual(now)
  })

  it.each(['1101', '1102', '1104', '1105', '1106', '1124', '1150', '1155', '1163', '1164', '1165', '1179', '2042'])(
    'refused with %s says why',
    async (code) => {
      expect(await refunded(answerOf(code))).toEqual({ kind: 'refused', reason: expect.stringMatching(new RegExp(`^${code} \\w.{10}`)) })
    },
  )

  it.each([
    lost,
    { status: 502, text: '' },
    { status: 200, text: '<html>' },
    answerOf('1145'),
    answerOf('1172'),
    answerOf('1198'),
    answerOf('9000'),
    answerOf('toString'),
  ])('is unclear after anything else: %o', async (answer) => expect((await refunded(answer)).kind).toBe('unclear'))

  it('that was never sent may be sent again', async () =>
    expect(await refunded({ failed: 'ECONNREFUSED', isSent: false })).toEqual({ kind: 'unreached', reason: 'ECONNREFUSED' }))
})

describe('the doctor’s check', () => {
  const found = async (answer: Answered) => (await checkLinepay(set, async () => answer)).map(({ code }) => code)

  it('asks about an order that does not exist, and opens nothing', async () => {
    const sent: Outgoing[] = []
    await checkLinepay(set, async (outgoing) => (sent.push(outgoing), answerOf('1150')))
    expect(sent).toMatchObject([{ method: 'GET', url: expect.stringMatching(/\/v3\/payments\?orderId=FHCHECK\d+$/) }])
  })

  it('tells wrong keys from a wrong address, and says no secret', async () => {
    expect(await found(answerOf('1150'))).toEqual(['payment_ready'])
    expect(await found(answerOf('0000', '[]'))).toEqual(['payment_ready'])
    for (const code of ['1104', '1105', '1106']) expect(await found(answerOf(code))).toEqual(['payment_keys_wrong'])
    expect(await found({ failed: 'ENOTFOUND', isSent: false })).toEqual(['unknown_host'])
    expect(await found({ failed: 'ECONNREFUSED', isSent: false })).toEqual(['refused'])
    expect(await found({ failed: 'TimeoutError', isSent: true })).toEqual(['timeout'])
    expect(await found({ status: 404, text: '' })).toEqual(['http_status'])
    expect(await found({ status: 503, text: '' })).toEqual(['http_failing'])
    for (const answer of [{ status: 200, text: '<html>' }, answerOf('9000'), answerOf('0000', ofDetails())])
      expect(await found(answer)).toEqual(['payment_not_understood'])
    expect(JSON.stringify([await checkLinepay(set, async () => answerOf('1106')), shown(set)])).not.toContain(set.channelSecret)
  })
})
