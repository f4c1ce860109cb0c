import { cabinetColumns } from '#modules/lockers/rules.ts'
import type { PlanAnswer } from '#modules/lockers/wire.ts'
import type { PlanLocker } from './locker-words.ts'

type Wall = PlanAnswer['walls'][number]
/** Rows from the top, each from the left. */
export type Cabinet = { name: string; rows: PlanLocker[][]; columns: readonly [first: number, last: number] }

/** A wall piece by piece, as it is drawn: side by side where there is room, else one below the other. */
export function cabinetsOf({ columns, rows, lockers }: Wall): Cabinet[] {
  return Array.from({ length: Math.ceil(columns / cabinetColumns) }, (_, n) => {
    const span = [n * cabinetColumns + 1, Math.min(columns, (n + 1) * cabinetColumns)] as const
    const within = lockers.filter(({ column }) => column >= span[0] && column <= span[1])
    const lines = Array.from({ length: rows }, (__, row) =>
      within.filter((locker) => locker.row === row + 1).toSorted((a, b) => a.column - b.column),
    ).filter((line) => line.length > 0)
    return { name: `${within[0]?.number ?? ''}–${lines.at(-1)?.at(-1)?.number ?? ''}`, rows: lines, columns: span }
  })
}
