import fc from 'fast-check'
import type { RefundAnswer } from '#modules/payments/provider.ts'
import { closureSteps, type ClosureStep } from './closure-steps.ts'
import { houseSteps, type HouseStep } from './house-steps.ts'
import { mergeSteps, type MergeStep } from './merge-steps.ts'
import { moveSteps, type MoveStep } from './move-steps.ts'
import { wishSteps, type WishStep } from './wish-steps.ts'

/** `split`: a part by a voucher, a part by the terminal, the rest in cash. */
type DeskPaying = 'cash' | 'terminal' | 'split'

/**
 * Random steps of a few members on a few courts and fewer lockers, while the
 * clock moves on: they place, pay, pay twice, pay late, cancel, give back what they paid for; they rent a locker, renew
 * it, return it or not; guests buy at the desk, in cash or by the terminal, tills are opened, moved and closed, and cash goes back;
 * staff move, park and swap bookings, and merge doubles; members wait for what is full and are offered what comes free; holds lapse; facilities close, offer other floor and open again; members come or do not, and the desk withdraws no-shows; faults close courts and are mended; holidays close the house; the desk cancels, and books for whom it pays on arrival; refunds to cards succeed, are refused, stay unclear or never reach the gateway; letters are written.
 * After every step the invariants are checked.
 */
export type Step =
  | ClosureStep
  | HouseStep
  | MoveStep
  | MergeStep
  | WishStep
  | { deed: 'place'; member: number; courts: number[]; hour: number; key: number }
  | { deed: 'start'; order: number }
  | { deed: 'pay'; order: number }
  | { deed: 'notice'; attempt: number; kind: 'paid' | 'failed' | 'number' | 'wrong-amount' | 'simulated' }
  | { deed: 'cancel'; order: number }
  | { deed: 'expire' }
  | { deed: 'close'; facility: number }
  | { deed: 'wait'; minutes: number }
  | { deed: 'give-back'; order: number; which: 'all' | 'first' | 'last'; acceptZero: boolean; toBank: boolean }
  | { deed: 'rent'; member: number; locker: number; term: 'month' | 'half-year'; key: number }
  | { deed: 'renew' | 'return' | 'clear'; rental: number; term: 'month' | 'half-year' }
  | { deed: 'send'; answer: RefundAnswer['kind'] }
  | { deed: 'till'; what: 'open' | 'in' | 'out' | 'close'; amount: number; isOff: boolean }
  | { deed: 'sell'; person: number; court: number; hour: number; way: DeskPaying | 'arrival'; agreed: boolean; key: number }
  | { deed: 'desk-cancel'; item: number; isWhole: boolean; refund: 'rule' | 'goodwill' | 'full' }
  | { deed: 'pay-at-desk'; order: number; way: DeskPaying }
  | { deed: 'pay-out'; refund: number; way: 'cash' | 'terminal' | 'voucher' | 'transfer' }
  | { deed: 'tell' }
  | { deed: 'settle'; refund: number; outcome: 'paid' | 'failed' | 'approve' | 'refuse' | 'retry' }

const pick = fc.nat({ max: 30 })
const term = fc.constantFrom('month' as const, 'half-year' as const)
const days = (count: number) => count * 24 * 60
/** What becomes of paid bookings, and of the money. */
const refundSteps: fc.WeightedArbitrary<Step>[] = [
  {
    weight: 3,
    arbitrary: fc.record({
      deed: fc.constant('give-back' as const),
      order: pick,
      which: fc.constantFrom('all' as const, 'first' as const, 'last' as const),
      acceptZero: fc.boolean(),
      toBank: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      deed: fc.constant('send' as const),
      answer: fc.constantFrom('refunded' as const, 'refunded' as const, 'refused' as const, 'unclear' as const, 'unreached' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      deed: fc.constant('desk-cancel' as const),
      item: pick,
      isWhole: fc.boolean(),
      refund: fc.constantFrom('rule' as const, 'goodwill' as const, 'full' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      deed: fc.constant('pay-out' as const),
      refund: pick,
      way: fc.constantFrom('cash' as const, 'cash' as const, 'terminal' as const, 'voucher' as const, 'transfer' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('tell' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      deed: fc.constant('settle' as const),
      refund: pick,
      outcome: fc.constantFrom('paid' as const, 'failed' as const, 'approve' as const, 'refuse' as const, 'retry' as const),
    }),
  },
]
const bookingSteps: fc.WeightedArbitrary<Step>[] = [
  {
    weight: 6,
    arbitrary: fc.record({
      deed: fc.constant('place' as const),
      member: fc.nat({ max: 3 }),
      courts: fc.uniqueArray(fc.constantFrom(1, 2, 10, 11, 12), { minLength: 1, maxLength: 2 }),
      hour: fc.integer({ min: 18, max: 20 }),
      key: fc.nat({ max: 5 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ deed: fc.constant('start' as const), order: pick }) },
  { weight: 5, arbitrary: fc.record({ deed: fc.constant('pay' as const), order: pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      deed: fc.constant('notice' as const),
      attempt: pick,
      kind: fc.constantFrom(
        'paid' as const,
        'paid' as const,
        'failed' as const,
        'number' as const,
        'wrong-amount' as const,
        'simulated' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('cancel' as const), order: pick }) },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('expire' as const) }) },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('close' as const), facility: fc.constantFrom(1, 2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      deed: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 1, 7, 7, 14, 16, 16, 600, 600, 3000, days(6), days(26), days(45), days(45)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      deed: fc.constant('till' as const),
      what: fc.constantFrom('open' as const, 'open' as const, 'in' as const, 'out' as const, 'close' as const),
      amount: fc.integer({ min: 1, max: 3000 }),
      isOff: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      deed: fc.constant('sell' as const),
      person: fc.nat({ max: 2 }),
      court: fc.constantFrom(1, 2, 10, 11, 12),
      hour: fc.integer({ min: 18, max: 20 }),
      way: fc.constantFrom('cash' as const, 'terminal' as const, 'split' as const, 'arrival' as const, 'arrival' as const),
      agreed: fc.boolean(),
      key: fc.nat({ max: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      deed: fc.constant('pay-at-desk' as const),
      order: pick,
      way: fc.constantFrom('cash' as const, 'terminal' as const, 'split' as const),
    }),
  },
  ...refundSteps,
]
const lockerSteps: fc.WeightedArbitrary<Step>[] = [
  {
    weight: 3,
    arbitrary: fc.record({
      deed: fc.constant('rent' as const),
      member: fc.nat({ max: 3 }),
      locker: fc.constantFrom(1, 2),
      term,
      key: fc.nat({ max: 5 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      deed: fc.constantFrom('renew' as const, 'return' as const, 'clear' as const, 'clear' as const),
      rental: pick,
      term,
    }),
  },
]

const anyOf = (choices: fc.WeightedArbitrary<Step>[]) => fc.array(fc.oneof(...choices), { minLength: 5, maxLength: 30, size: 'max' })
const often = (choices: fc.WeightedArbitrary<Step>[]) => choices.map(({ weight, arbitrary }) => ({ weight: weight * 4, arbitrary }))

/** A few bookings, most of them paid, to begin with. */
const bookings: fc.Arbitrary<Step[]> = fc
  .array(
    fc.record({
      member: fc.nat({ max: 3 }),
      court: fc.constantFrom(1, 2, 10, 11),
      hour: fc.integer({ min: 18, max: 20 }),
      isPaid: fc.nat({ max: 4 }),
    }),
    { minLength: 2, maxLength: 5 },
  )
  .map((wanted) =>
    wanted.flatMap(({ member, court, hour, isPaid }, order): Step[] => [
      { deed: 'place', member, courts: [court], hour, key: order },
      ...(isPaid > 0 ? [{ deed: 'pay' as const, order }] : []),
    ]),
  )

const paidFirst = (way: 'online' | DeskPaying): Step[] =>
  way === 'online'
    ? [
        { deed: 'place', member: 1, courts: [1], hour: 9, key: 0 },
        { deed: 'pay', order: 0 },
      ]
    : [{ deed: 'sell', person: 2, court: 1, hour: 9, way, agreed: false, key: 0 }]

/** A cheap booking of a member that was moved to a dear hour: both are paid, in the same way or in two. */
const toppedUp: fc.Arbitrary<Step[]> = fc
  .record({
    first: fc.constantFrom('online', 'cash', 'terminal', 'split'),
    second: fc.constantFrom('online', 'cash', 'terminal', 'split'),
  } as const)
  .map(({ first, second }): Step[] => [
    { deed: 'till', what: 'open', amount: 3000, isOff: false },
    ...paidFirst(first),
    { deed: 'move', item: 0, court: 1, hour: 19, hours: 1, waive: false },
    { deed: 'wait', minutes: 2 },
    second === 'online' ? { deed: 'pay', order: 1 } : { deed: 'pay-at-desk', order: 1, way: second },
  ])

/** Of everything anything; bookings, and then what mostly happens to bookings; or one that was paid twice, and then mostly its money. */
export const steps: fc.Arbitrary<Step[]> = fc.oneof(
  fc.tuple(toppedUp, anyOf([...bookingSteps, ...often(refundSteps)])).map(([before, after]) => [...before, ...after]),
  anyOf([...bookingSteps, ...lockerSteps, ...closureSteps, ...houseSteps, ...moveSteps, ...mergeSteps, ...wishSteps]),
  fc
    .tuple(bookings, anyOf([...bookingSteps, ...often(closureSteps), ...houseSteps, ...moveSteps, ...mergeSteps, ...wishSteps]))
    .map(([before, after]) => [...before, ...after]),
  fc
    .tuple(bookings, anyOf([...bookingSteps, ...closureSteps, ...often(houseSteps), ...moveSteps, ...mergeSteps, ...wishSteps]))
    .map(([before, after]) => [...before, ...after]),
)

/** An order of which the venue cancels one booking before it is paid and the other after: two letters, of which the second names a sum. */
export const cancelledInParts: Step[] = [
  { deed: 'place', member: 2, courts: [2, 10], hour: 19, key: 2 },
  { deed: 'desk-cancel', item: 0, isWhole: false, refund: 'full' },
  { deed: 'tell' },
  { deed: 'pay', order: 0 },
  { deed: 'desk-cancel', item: 0, isWhole: false, refund: 'full' },
]

/** Four bookings that are paid online, and go back two days later: whoever took the money is asked for it, with answers that are lost too. */
export const givenBack: Step[] = [
  ...[0, 1, 2, 3].flatMap((member): Step[] => [
    { deed: 'place', member, courts: [1 + (member % 2), 10 + (member % 2)], hour: 18 + (member >> 1), key: 0 },
    { deed: 'pay', order: member },
    { deed: 'notice', attempt: member, kind: 'paid' },
  ]),
  { deed: 'wait', minutes: 2880 },
  { deed: 'give-back', order: 0, which: 'all', acceptZero: true, toBank: false },
  { deed: 'give-back', order: 1, which: 'first', acceptZero: true, toBank: false },
  { deed: 'give-back', order: 2, which: 'all', acceptZero: true, toBank: false },
  { deed: 'give-back', order: 3, which: 'last', acceptZero: true, toBank: false },
  { deed: 'send', answer: 'unreached' },
  { deed: 'send', answer: 'unclear' },
  { deed: 'wait', minutes: 20 },
  { deed: 'send', answer: 'refunded' },
  { deed: 'settle', refund: 0, outcome: 'paid' },
  { deed: 'give-back', order: 1, which: 'last', acceptZero: true, toBank: false },
  { deed: 'wait', minutes: 3000 },
  { deed: 'send', answer: 'refunded' },
]
