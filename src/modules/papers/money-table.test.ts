import { expect, it } from 'vitest'
import { balanceOf, type BalanceLine } from '#modules/orders/balance.ts'
import { speakIn } from './language-rules.ts'
import { moneyTable } from './money-table.ts'

const at = new Date('2026-11-19T10:00:00+08:00')
const paid: BalanceLine = { kind: 'paid', at, amount: 500, way: 'card', payWay: 'linepay', method: 'wallet' }
const back = (underWay: number): BalanceLine => ({ kind: 'back', at, amount: -500, reason: 'asked', underWay })
const lastRows = (underWay: number) => {
  const balance = balanceOf([paid, back(underWay)], { state: 'cancelled', items: [], lines: [] })
  const table = moneyTable(balance, speakIn(['tw'])).find((block) => block.kind === 'table')!
  return table.rows.slice(2).map(({ cells }) => cells.flat())
}

it('a refund that has not been sent yet stands below the sum that it is subtracted from', () => {
  expect(lastRows(0)).toEqual([['實收金額', 'NT$0']])
  expect(lastRows(500)).toEqual([
    ['實收金額', 'NT$0'],
    ['退費中，尚未退還', 'NT$500'],
  ])
})
