import { sumsByWay, type Slip } from './rules.ts'
import type { Till, TillRow } from './store.ts'
import { isVoucher } from './way-rules.ts'
import type { TillAnswer, TillDetailAnswer, TillRowAnswer } from './wire.ts'

export function presentTill({ pieces: _, openedAt, closedAt, ...till }: Till): TillAnswer {
  return {
    ...till,
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    difference: till.counted === null ? null : till.counted - till.expected,
  }
}

const presentRow = ({ at, ...row }: TillRow): TillRowAnswer => ({ ...row, at: at.toISOString() })

export const presentDetail = (till: Till, rows: TillRow[], slips: Slip[]): TillDetailAnswer => ({
  ...presentTill(till),
  pieces: till.pieces as Record<string, number> | null,
  rows: rows.map(presentRow),
  terminal: presentSlips(slips.filter(({ method }) => method === 'terminal')),
  vouchers: presentSlips(slips.filter(({ method }) => isVoucher(method))),
  ways: sumsByWay(rows, slips),
})

const presentSlips = (slips: Slip[]): TillDetailAnswer['terminal'] => ({
  count: slips.length,
  amount: slips.reduce((sum, { amount }) => sum + amount, 0),
  slips: slips.map(({ at, ...slip }) => ({ ...slip, at: at.toISOString() })),
})
