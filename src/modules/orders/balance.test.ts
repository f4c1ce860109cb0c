import { describe, expect, it } from 'vitest'
import { balanceLines, balanceOf, needsExplaining, belowRest, type BalanceLine } from './balance.ts'

const at = new Date('2026-11-19T10:00:00+08:00')
const paid = (amount: number, kind: 'paid' | 'topped-up' = 'paid'): BalanceLine => ({
  kind,
  at,
  amount,
  way: 'card',
  payWay: 'linepay',
  method: 'wallet',
})
const back = (amount: number, reason: 'asked' | 'moved' = 'asked', underWay = 0): BalanceLine => ({
  kind: 'back',
  at,
  amount: -amount,
  reason,
  underWay,
})
const item = (price: number, state = 'active', toppedUp = 0) => ({ price, lightFee: 0, deposit: 0, toppedUp, state })

describe('the balance of an order', () => {
  it('of a move to a dearer period and a refund of half says each and what was kept', () => {
    const balance = balanceOf([paid(300), paid(200, 'topped-up'), back(250)], {
      state: 'cancelled',
      items: [item(300, 'cancelled', 200)],
      lines: [],
    })
    expect(balance).toMatchObject({ rest: 250, booked: 0, kept: 250 })
    expect(belowRest(balance)).toEqual([{ part: 'kept', amount: 250 }])
    expect(balanceLines(balance, 'tw').split('\n')).toEqual([
      '款項明細',
      '・繳費（LINE Pay）　NT$300',
      '・改期補差額（LINE Pay）　NT$200',
      '・退費申請　−NT$250',
      '・實收金額　NT$250',
      '・依退費規定不退　NT$250',
    ])
  })

  it('of a refund of one of two bookings says what is still booked, and what is under way', () => {
    const items = [item(300), item(300, 'cancelled')]
    const balance = balanceOf([paid(600), back(150, 'asked', 100)], { state: 'confirmed', items, lines: [] })
    expect(belowRest(balance)).toEqual([
      { part: 'booked', amount: 300 },
      { part: 'kept', amount: 150 },
      { part: 'under-way', amount: 100 },
    ])
    expect(balanceLines(balance, 'en')).toContain('Refund you asked for (in progress)　−NT$150')
    expect(balanceLines(balance, 'en')).toMatch(/Refunds in progress, not yet sent　NT\$100$/)
  })

  it('of a refund that failed says that all of it is still to be sent, though the rest is nothing', () => {
    const balance = balanceOf([paid(300), paid(200, 'topped-up'), back(500, 'asked', 500)], { state: 'cancelled', items: [], lines: [] })
    expect(balanceLines(balance, 'tw')).toMatch(/・實收金額　NT\$0\n・退費中，尚未退還　NT\$500$/)
  })

  it('keeps nothing of a deposit that was given back', () => {
    const lines = [
      { state: 'active', amount: 200 },
      { state: 'active', amount: 500 },
    ]
    expect(balanceOf([paid(700), back(500)], { state: 'completed', items: [], lines })).toMatchObject({ rest: 200, booked: 200, kept: 0 })
  })

  it('explains nothing where one payment is all', () => {
    const one = balanceOf([paid(300)], { state: 'confirmed', items: [item(300)], lines: [] })
    expect([needsExplaining(one), balanceLines(one, 'tw')]).toEqual([false, ''])
  })
})
