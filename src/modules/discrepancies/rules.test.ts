import { describe, expect, it } from 'vitest'
import { differencesOfPaper, differencesOfPayment, waitAfter, type OurPaper, type OurPayment, type TheirPayment } from './rules.ts'

describe('a payment', () => {
  const paid: OurPayment = { amount: 300, isPaid: true, refunded: 0 }
  const unpaid: OurPayment = { ...paid, isPaid: false }
  const kinds = (ours: OurPayment, paidThere: number | null, refunded: number | null = 0) =>
    differencesOfPayment(ours, { paid: paidThere, refunded } satisfies TheirPayment).map(({ kind }) => kind)

  it('that both say alike is no difference: paid, unpaid, unknown there and unpaid here, refunded', () => {
    expect([kinds(paid, 300), kinds(unpaid, 0), kinds(unpaid, null), kinds({ ...paid, refunded: 100 }, 300, 100)]).toEqual([[], [], [], []])
  })

  it('is paid there or here alone, or with another amount', () => {
    expect(kinds(unpaid, 300)).toEqual(['paid-there'])
    expect([kinds(paid, 0), kinds(paid, null)]).toEqual([['paid-here'], ['paid-here']])
    expect([kinds(paid, 200), kinds(unpaid, 200)]).toEqual([['other-amount'], ['other-amount']])
  })

  it('went back there or here alone, also of what was never paid here', () => {
    expect(differencesOfPayment(paid, { paid: 300, refunded: 100 })).toEqual([{ kind: 'refunded-there', ours: 0, theirs: 100 }])
    expect(differencesOfPayment({ ...paid, refunded: 300 }, { paid: 300, refunded: 100 })).toEqual([
      { kind: 'refunded-here', ours: 300, theirs: 100 },
    ])
    expect(kinds(unpaid, 300, 300)).toEqual(['paid-there', 'refunded-there'])
  })

  it('says nothing of refunds while one is on its way, or where the provider does not say', () => {
    expect(kinds({ ...paid, refunded: null }, 300, 300)).toEqual([])
    expect(kinds({ ...paid, refunded: 300 }, 300, null)).toEqual([])
  })
})

describe('a paper', () => {
  const issued: OurPaper = { state: 'issued', amount: 300, number: 'AB12345678', allowed: 0 }
  const there = { number: 'AB12345678', amount: 300, isVoid: false, allowed: 0 }
  const kinds = (ours: Partial<OurPaper>, theirs?: Partial<typeof there> | null) =>
    differencesOfPaper({ ...issued, ...ours }, theirs === null ? undefined : { ...there, ...theirs }).map(({ kind }) => kind)
  const notHere = { state: 'wanted', number: null } as const

  it('that both have alike is no difference: issued, void, never issued, void there and given up here', () => {
    expect(kinds({}, {})).toEqual([])
    expect(kinds({ state: 'voided' }, { isVoid: true })).toEqual([])
    expect(kinds(notHere, null)).toEqual([])
    expect(kinds({ ...notHere, state: 'dropped' }, { isVoid: true })).toEqual([])
    expect(kinds({ allowed: 100 }, { allowed: 100 })).toEqual([])
  })

  it('is missing there, here, or there is another one', () => {
    expect([kinds({}, null), kinds({ state: 'voided' }, null)]).toEqual([['paper-missing'], ['paper-missing']])
    expect(kinds(notHere, {})).toEqual(['paper-there'])
    expect(kinds({}, { number: 'CD00000001' })).toEqual(['paper-twice'])
  })

  it('has another amount, is void in one place only, or was allowed otherwise', () => {
    expect(kinds({}, { amount: 200 })).toEqual(['paper-amount'])
    expect([kinds({}, { isVoid: true }), kinds({ state: 'voided' }, {})]).toEqual([['void-there'], ['void-here']])
    expect(differencesOfPaper({ ...issued, allowed: 100 }, there)).toEqual([{ kind: 'allowances', ours: 100, theirs: 0 }])
    expect(differencesOfPaper({ ...issued, allowed: 100 }, { ...there, allowed: null })).toEqual([])
  })
})

it('waits longer and longer for who does not answer, six hours at most', () => {
  expect([1, 2, 3, 6, 7, 60].map((tries) => waitAfter(tries) / 60_000)).toEqual([10, 20, 40, 320, 360, 360])
})
