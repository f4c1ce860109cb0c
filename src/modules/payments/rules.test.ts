import { describe, expect, it } from 'vitest'
import { attemptMoves, heldUntil, judgeNotice, lapsesAt, tradeNumber, type AttemptState, type Notice, ownOrigins, siteOf } from './rules.ts'

const notice = (more: Partial<Notice> = {}): Notice => ({
  tradeNo: 'F1',
  merchantId: 'M',
  amount: 300,
  gatewayTradeNo: '1',
  method: 'card',
  simulated: false,
  says: { kind: 'paid' },
  ...more,
})
const attempt = (state: AttemptState) => ({ state, amount: 300 })
const states: AttemptState[] = ['created', 'processing', 'number-issued', 'paid', 'failed', 'lapsed']
const number = { kind: 'cvs', code: 'LLL', deadline: new Date('2026-11-18T10:00:00+08:00') } as const

describe('the effect of a notice', () => {
  const verdictsOf = (says: Notice['says']) =>
    Object.fromEntries(states.map((state) => [state, judgeNotice(notice({ says }), attempt(state), 'M')]))

  it('books an arrived payment once, in every state', () =>
    expect(verdictsOf({ kind: 'paid' })).toEqual({
      created: 'paid',
      processing: 'paid',
      'number-issued': 'paid',
      failed: 'paid',
      lapsed: 'paid',
      paid: 'repeated',
    }))

  it('never undoes a payment or a number by a failure', () =>
    expect(verdictsOf({ kind: 'failed', reason: '' })).toEqual({
      created: 'failed',
      processing: 'failed',
      'number-issued': 'overtaken',
      failed: 'repeated',
      lapsed: 'overtaken',
      paid: 'overtaken',
    }))

  it('never undoes a payment by a number', () =>
    expect(verdictsOf({ kind: 'number', number })).toEqual({
      created: 'number-issued',
      processing: 'number-issued',
      'number-issued': 'repeated',
      failed: 'number-issued',
      lapsed: 'number-issued',
      paid: 'overtaken',
    }))

  it('fulfils no notice that is simulated, of another amount, of another merchant, or unknown', () => {
    expect(judgeNotice(notice({ simulated: true }), attempt('created'), 'M')).toBe('simulated')
    expect(judgeNotice(notice({ amount: 299 }), attempt('created'), 'M')).toBe('wrong-amount')
    expect(judgeNotice(notice({ amount: 301, says: { kind: 'number', number } }), attempt('created'), 'M')).toBe('wrong-amount')
    expect(judgeNotice(notice({ merchantId: 'N' }), attempt('created'), 'M')).toBe('wrong-merchant')
    expect(judgeNotice(notice(), undefined, 'M')).toBe('unknown-trade')
  })

  it('has a move for every state but the last', () => expect([...attemptMoves.pay.from, 'paid'].toSorted()).toEqual(states.toSorted()))
})

it('a trade number has at most twenty letters and digits and begins with the order number', () => {
  expect(tradeNumber('F261115K7M3XQZ', new Uint8Array([0, 1, 31, 32, 255, 7]))).toBe('F261115K7M3XQZ23Z2Z9')
  expect(tradeNumber('PRE-2026/0000000000123', new Uint8Array(6))).toMatch(/^[A-Za-z0-9]{20}$/)
})

it('an order waits two days longer for what a store has scanned', () => {
  const deadline = new Date('2026-11-18T23:59:59+08:00')
  expect(heldUntil({ kind: 'cvs', code: 'L1', deadline })).toEqual(deadline)
  expect(heldUntil({ kind: 'barcode', codes: ['1', '2', '3'], deadline })).toEqual(new Date('2026-11-20T23:59:59+08:00'))
})

it('an attempt without an answer lapses after a day, and a number two days after its deadline', () => {
  const createdAt = new Date('2026-11-15T10:00:00+08:00')
  expect(lapsesAt({ state: 'processing', createdAt, number: null })).toEqual(new Date('2026-11-16T10:00:00+08:00'))
  expect(lapsesAt({ state: 'number-issued', createdAt, number })).toEqual(new Date('2026-11-20T10:00:00+08:00'))
})

describe('the address to which the gateway returns a member', () => {
  it('is the host name of the request in the demo, if it is this machine', () => {
    expect(ownOrigins('http://localhost:3000')).toEqual(['http://localhost:3000', 'http://127.0.0.1:3000'])
    expect(siteOf('http://localhost:3000', 'http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000')
    expect(siteOf('http://127.0.0.1:3000', 'http://localhost:3000')).toBe('http://localhost:3000')
  })
  it('is the public address for any other host name', () => {
    for (const origin of [
      'http://evil.example',
      'http://127.0.0.1:3001',
      'https://127.0.0.1:3000',
      'http://localhost.evil.example:3000',
      'null',
      null,
    ])
      expect(siteOf('http://localhost:3000', origin), String(origin)).toBe('http://localhost:3000')
    expect(siteOf('https://park.example', 'http://127.0.0.1:443')).toBe('https://park.example')
    expect(siteOf('https://park.example/sports', 'https://park.example')).toBe('https://park.example/sports')
  })
})
