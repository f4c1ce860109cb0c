import { describe, expect, it } from 'vitest'
import type { Facts, OrderFact } from './facts.ts'
import { howLongFelt } from './faults.ts'
import { newHistory, type Booking, type History, type Trade } from './history.ts'
import { holdAgainst } from './rules.ts'

const start = '2026-12-01T10:00:00.000Z'
const spot = { court: 1, start }
const at = '2026-12-01T09:55:00.000Z'

/** One member who booked, paid and was let in; one who gave it back; one who was refused and waits. */
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
  ]
  return {
    ...newHistory(),
    placings: [
      { key: 'k1', memberId: 'ann', spot, orderNos: ['A'], unknown: 1 },
      { key: 'k2', memberId: 'bob', spot: { court: 2, start }, orderNos: ['B'], unknown: 0 },
      { key: 'k3', memberId: 'cid', spot: { court: 3, start }, orderNos: ['C'], unknown: 0 },
      { key: 'k4', memberId: 'dan', spot, orderNos: [], refused: 'period_taken', unknown: 0 },
    ],
    bookings: new Map(bookings.map((booking) => [booking.orderNo, booking])),
    wishes: [{ wishId: 'w', memberId: 'dan' }],
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
    orders: new Map([order('A', 'ann', 'checked-in', 1, at), order('B', 'bob', 'cancelled', 2), order('C', 'cid', 'cancelled', 3)]),
    ordersByKey: new Map([
      ['ann k1', ['A']],
      ['bob k2', ['B']],
      ['cid k3', ['C']],
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
    ['one idempotency key, one order', (_, { ordersByKey }) => ordersByKey.get('ann k1')!.push('A2')],
    ['one idempotency key, one order', ({ placings }) => placings[0]!.orderNos.push('A2')],
    ['a placing that was refused has made no order', (_, { ordersByKey }) => ordersByKey.set('dan k4', ['D'])],
    ['no order that nobody asked for', (_, { ordersByKey }) => ordersByKey.set('eve k9', ['E'])],
    ['no floor has two holders', (_, { occupied }) => (occupied[1]!.from = 199)],
    ['no floor has two holders', (_, { seenTwice }) => seenTwice.push('space 1 was held by two')],
    ['no floor is held without a booking', (_, { holders }) => holders.delete('item-z')],
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
