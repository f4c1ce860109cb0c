import { describe, expect, it } from 'vitest'
import type { Facts, OrderFact } from './facts.ts'
import { howLongFelt } from './faults.ts'
import { newHistory, type Booking, type History, type Trade } from './history.ts'
import type { IssuedInvoice } from './issuer.ts'
import { holdAgainst } from './rules.ts'

const start = '2026-12-01T10:00:00.000Z'
const spot = { court: 1, start }
const at = '2026-12-01T09:55:00.000Z'

const paper = (relateNo: string, isVoid = false): IssuedInvoice => ({
  relateNo,
  amount: 300,
  isVoid,
  allowances: [],
})

/**
 * One member who booked, paid and was let in; one who gave it back; one who was refused and waits. One who called, paid at the desk
 * and took other floor when the court was closed; the court was opened again.
 */
function whatWasTold(): History {
  const trade = (tradeNo: string, orderNo: string, refunds: number[]): Trade => ({
    tradeNo,
    orderNo,
    amount: 300,
    gatewayTradeNo: `g-${tradeNo}`,
    isPaid: true,
    acknowledged: true,
    refunds,
  })
  const bookings: Booking[] = [
    { orderNo: 'A', memberId: 'ann', itemId: 'item-a', spots: [spot], checkIn: { at, acknowledged: true } },
    { orderNo: 'B', memberId: 'bob', itemId: 'item-b', spots: [{ court: 2, start }], refundNo: 'R' },
    { orderNo: 'C', memberId: 'cid', spots: [{ court: 3, start }], cancelled: true },
    { orderNo: 'F', memberId: 'fay', itemId: 'item-f', spots: [{ court: 5, start }] },
  ]
  return {
    ...newHistory(),
    placings: [
      { key: 'k1', memberId: 'ann', spot, orderNos: ['A'], unknown: 1 },
      { key: 'k2', memberId: 'bob', spot: { court: 2, start }, orderNos: ['B'], unknown: 0 },
      { key: 'k3', memberId: 'cid', spot: { court: 3, start }, orderNos: ['C'], unknown: 0 },
      { key: 'k5', memberId: 'fay', spot: { court: 4, start }, sale: { amount: 300 }, orderNos: ['F'], unknown: 0 },
      { key: 'k4', memberId: 'dan', spot, orderNos: [], refused: 'period_taken', unknown: 0 },
    ],
    bookings: new Map(bookings.map((booking) => [booking.orderNo, booking])),
    deskPayments: [
      { orderNo: 'F', amount: 300, key: 'p1', body: {}, answer: 'taken' },
      { orderNo: 'F', amount: 300, key: 'p2', body: {}, answer: 'refused' },
    ],
    closings: [
      { key: 'c1', body: {}, id: 'closure-1', reopening: 'told' },
      { key: 'c2', body: {}, id: 'closure-2' },
      { key: 'c3', body: {}, refused: 'closure_changed' },
    ],
    offerAnswers: [{ offerId: 'offer', memberId: 'fay', orderNo: 'F', accept: true, to: { court: 5, start }, answer: 'acknowledged' }],
    wishes: [{ wishId: 'w', memberId: 'dan' }],
    invoices: new Map([paper('AN1'), paper('BN1', true), paper('FN1')].map((one) => [one.relateNo, one])),
    trades: new Map([trade('ta', 'A', []), trade('tb', 'B', [300])].map((one) => [one.tradeNo, one])),
  }
}

function whatIsThere(): Facts {
  const order = (
    orderNo: string,
    memberId: string,
    state: string,
    court: number,
    checkedInAt: string | null = null,
  ): [string, OrderFact] => [orderNo, { orderNo, memberId, state, items: [{ court, start, checkedInAt }] }]
  return {
    orders: new Map([
      order('A', 'ann', 'checked-in', 1, at),
      order('B', 'bob', 'cancelled', 2),
      order('C', 'cid', 'cancelled', 3),
      order('F', 'fay', 'confirmed', 5),
    ]),
    ordersByKey: new Map([
      ['ann k1', ['A']],
      ['bob k2', ['B']],
      ['cid k3', ['C']],
      ['fay k5', ['F']],
    ]),
    occupied: [
      { space: 1, from: 100, to: 200, holder: 'item-a' },
      { space: 1, from: 200, to: 300, holder: 'item-z' },
    ],
    seenTwice: [],
    holders: new Set(['item-a', 'item-z']),
    refunds: new Map([['R', { orderNo: 'B' }]]),
    checkIns: new Map([['A', 1]]),
    wishes: new Map([['w', 'dan']]),
    closures: new Map([
      ['closure-1', { key: 'c1', state: 'lifted' }],
      ['closure-2', { key: 'c2', state: 'done' }],
    ]),
    offers: new Map([['offer', 'accepted']]),
    paidFor: [
      { orderNo: 'A', paid: 300, back: 0, holds: true, hasFloor: true },
      { orderNo: 'B', paid: 300, back: 300, holds: false, hasFloor: false },
      { orderNo: 'F', paid: 300, back: 0, holds: true, hasFloor: true },
    ],
    invoiced: new Map([
      ['A', 300],
      ['B', 0],
      ['F', 300],
    ]),
    takenAtDesk: new Map([['F', [300]]]),
    payments: new Map([
      ['ta', [300]],
      ['tb', [300]],
    ]),
    paidBack: new Map([['tb', [300]]]),
    unsettled: [],
    invariants: [],
    answers: 100,
    processes: [{ name: 'process 1', wrong: undefined }],
    jobs: [{ name: 'expire-unpaid-orders', wrong: undefined }],
  }
}

const brokenRules = (history: History, facts: Facts) =>
  holdAgainst(history, facts).flatMap(({ rule, broken }) => (broken.length > 0 ? [rule] : []))

describe('holding a history against the database', () => {
  it('finds nothing where everything agrees, and has looked at something for every rule', () => {
    const checks = holdAgainst(whatWasTold(), whatIsThere())
    expect(checks.flatMap(({ broken }) => broken)).toEqual([])
    expect(checks.filter(({ looked }) => looked === 0)).toEqual([])
  })

  const lies: [string, (history: History, facts: Facts) => void][] = [
    ['an order that was acknowledged is there, of its member', (_, { orders }) => orders.delete('B')],
    ['an order that was acknowledged is there, of its member', (_, { orders }) => (orders.get('A')!.memberId = 'bob')],
    ['a booking stands where its member was told', (_, { orders }) => (orders.get('A')!.items[0]!.court = 7)],
    ['what was acknowledged as cancelled is cancelled', (_, { orders }) => (orders.get('C')!.state = 'confirmed')],
    ['a refund that was acknowledged is there', (_, { refunds }) => refunds.delete('R')],
    ['who was let in is let in, once', (_, { orders }) => (orders.get('A')!.items[0]!.checkedInAt = null)],
    ['who was let in is let in, once', (_, { checkIns }) => checkIns.set('A', 2)],
    ['a wish that was acknowledged is there', (_, { wishes }) => wishes.delete('w')],
    [
      'a closure that was acknowledged is there, and done or opened again as the manager was told',
      (_, { closures }) => closures.delete('closure-1'),
    ],
    [
      'a closure that was acknowledged is there, and done or opened again as the manager was told',
      (_, { closures }) => (closures.get('closure-1')!.state = 'done'),
    ],
    [
      'a closure that was acknowledged is there, and done or opened again as the manager was told',
      (_, { closures }) => (closures.get('closure-2')!.state = 'running'),
    ],
    ['an answer to an offer of other floor that was acknowledged is there', (_, { offers }) => offers.set('offer', 'lapsed')],
    ['a booking stands where its member was told', (_, { orders }) => (orders.get('F')!.items[0]!.court = 4)],
    [
      'one idempotency key, one closure, and none that was refused or that nobody asked for',
      (_, { closures }) => closures.set('x', { key: 'c1', state: 'done' }),
    ],
    [
      'one idempotency key, one closure, and none that was refused or that nobody asked for',
      (_, { closures }) => closures.set('x', { key: 'c3', state: 'done' }),
    ],
    [
      'one idempotency key, one closure, and none that was refused or that nobody asked for',
      (_, { closures }) => closures.set('x', { key: 'c9', state: 'done' }),
    ],
    ['what was taken at the desk is in the ledger, once, and nothing that was refused', (_, { takenAtDesk }) => takenAtDesk.delete('F')],
    [
      'what was taken at the desk is in the ledger, once, and nothing that was refused',
      (_, { takenAtDesk }) => takenAtDesk.set('F', [300, 300]),
    ],
    [
      'what was taken at the desk is in the ledger, once, and nothing that was refused',
      ({ deskPayments }) => (deskPayments[0]!.answer = 'refused'),
    ],
    ['no payment at the desk that nobody took', (_, { takenAtDesk }) => takenAtDesk.set('C', [300])],
    ['the issuer has invoices for what was paid and stayed, none twice, and none forgotten', ({ invoices }) => invoices.delete('AN1')],
    [
      'the issuer has invoices for what was paid and stayed, none twice, and none forgotten',
      ({ invoices }) => invoices.set('AN2', paper('AN2')),
    ],
    [
      'the issuer has invoices for what was paid and stayed, none twice, and none forgotten',
      ({ invoices }) => (invoices.get('BN1')!.isVoid = false),
    ],
    ['no invoice for an order that nobody paid for', ({ invoices }) => invoices.set('ZN1', paper('ZN1'))],
    ['what was paid for has its floor, an offer of other floor, or everything back', (_, { paidFor }) => (paidFor[2]!.hasFloor = false)],
    ['what was paid for has its floor, an offer of other floor, or everything back', (_, { paidFor }) => (paidFor[1]!.back = 150)],
    ['one idempotency key, one order', (_, { ordersByKey }) => ordersByKey.get('ann k1')!.push('A2')],
    ['one idempotency key, one order', ({ placings }) => placings[0]!.orderNos.push('A2')],
    ['a placing that was refused has made no order', (_, { ordersByKey }) => ordersByKey.set('dan k4', ['D'])],
    ['no order that nobody asked for', (_, { ordersByKey }) => ordersByKey.set('eve k9', ['E'])],
    ['no floor has two holders', (_, { occupied }) => (occupied[1]!.from = 199)],
    ['no floor has two holders', (_, { seenTwice }) => seenTwice.push('space 1 was held by two')],
    ['no floor is held without a booking, a closure or an offer', (_, { holders }) => holders.delete('item-z')],
    ['nothing is held for ever', (_, { unsettled }) => unsettled.push('an order waits')],
    ['what was paid at the bank is in the ledger, once', (_, { payments }) => payments.set('ta', [300, 300])],
    ['no payment that the bank does not know', (_, { payments }) => payments.set('tx', [300])],
    ['the bank has given back what the ledger says', ({ trades }) => trades.get('tb')!.refunds.push(300)],
    ['the bank has given back what the ledger says', (_, { paidBack }) => paidBack.set('ta', [300])],
    ['the invariants of the whole database hold', (_, { invariants }) => invariants.push('a space is taken twice')],
    ['every answer is one that a client understands', ({ odd }) => odd.push('GET /: 500')],
    ['every process lives, is ready, and has ended only when it was made to', (_, { processes }) => (processes[0]!.wrong = 'it ended')],
    ['jobs run', (_, { jobs }) => (jobs[0]!.wrong = 'it has not run')],
  ]
  it.each(lies)('finds it broken: %s', (rule, corrupt) => {
    const [history, facts] = [whatWasTold(), whatIsThere()]
    corrupt(history, facts)
    expect(brokenRules(history, facts)).toEqual([rule])
  })

  it('finds a payment that was acknowledged and lost, by the notice and by the bank', () => {
    const facts = whatIsThere()
    facts.payments.delete('ta')
    expect(brokenRules(whatWasTold(), facts)).toEqual([
      'a notice that was acknowledged is in the ledger',
      'what was paid at the bank is in the ledger, once',
    ])
  })
})

describe('how long a fault is felt', () => {
  const felt = [{ kind: 'a process is killed' as const, processes: [0], from: 1000, until: 3000 }]

  it('is the longest time without an answer, and the time to the first answer after its end', () => {
    expect(howLongFelt(felt, [[900, 1100, 3400, 3500], [2000]])).toEqual([
      { kind: 'a process is killed', times: 1, lasted: 2000, silence: [2300], after: [400] },
    ])
  })

  it('has no end where no answer came any more', () => {
    expect(howLongFelt(felt, [[900, 1100], []])[0]).toMatchObject({ silence: [Infinity], after: [Infinity] })
  })
})
