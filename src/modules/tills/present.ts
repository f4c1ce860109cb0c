import type { Till, TillRow } from './store.ts'
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

export const presentDetail = (till: Till, rows: TillRow[], terminal: TillDetailAnswer['terminal']): TillDetailAnswer => ({
  ...presentTill(till),
  pieces: till.pieces as Record<string, number> | null,
  rows: rows.map(presentRow),
  terminal,
})
