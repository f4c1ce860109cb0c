import { cabinetColumns, type LockerSize } from '#modules/lockers/rules.ts'
import type { PlanAnswer } from '#modules/lockers/wire.ts'
import type { PlanLocker } from './locker-words.ts'

export type Wall = PlanAnswer['walls'][number]
/** Rows from top to bottom, each from left to right. */
export type Cabinet = { name: string; rows: PlanLocker[][]; columns: readonly [first: number, last: number] }

/** Splits a wall into cabinets: side by side where there is room, else one below the other. */
export function cabinetsOf({ columns, rows, lockers }: Omit<Wall, 'wall'>): Cabinet[] {
  return Array.from({ length: Math.ceil(columns / cabinetColumns) }, (_, n) => {
    const span = [n * cabinetColumns + 1, Math.min(columns, (n + 1) * cabinetColumns)] as const
    const within = lockers.filter(({ column }) => column >= span[0] && column <= span[1])
    const lines = Array.from({ length: rows }, (__, row) =>
      within.filter((locker) => locker.row === row + 1).toSorted((a, b) => a.column - b.column),
    ).filter((line) => line.length > 0)
    return { name: `${within[0]?.number ?? ''}–${lines.at(-1)?.at(-1)?.number ?? ''}`, rows: lines, columns: span }
  }).filter(({ rows: lines }) => lines.length > 0)
}

export type PlanFilter = { size: LockerSize | undefined; onlyFree: boolean }

/** Walls filtered by size; with `onlyFree`, the remaining lockers of a row close up. */
export function wallsShown(walls: Wall[], { size, onlyFree }: PlanFilter): Wall[] {
  return walls
    .map((wall) => ({ ...wall, lockers: wall.lockers.filter((locker) => size === undefined || locker.size === size) }))
    .map((wall) => (onlyFree ? closedUp(wall) : wall))
    .filter(({ lockers }) => lockers.length > 0)
}

function closedUp({ wall, lockers }: Wall): Wall {
  const left = lockers
    .filter(({ status }) => status !== 'taken')
    .toSorted((a, b) => a.number.localeCompare(b.number))
    .map((locker, n) => ({ ...locker, column: (n % cabinetColumns) + 1, row: Math.floor(n / cabinetColumns) + 1 }))
  return { wall, columns: cabinetColumns, rows: Math.ceil(left.length / cabinetColumns), lockers: left }
}

/** Position of a locker on its wall, whatever the filter shows. */
export function placeOf(walls: Wall[], lockerId: number): { wall: Wall; row: number; column: number } | undefined {
  for (const wall of walls) {
    const locker = wall.lockers.find(({ id }) => id === lockerId)
    if (locker) return { wall, row: locker.row, column: locker.column }
  }
  return undefined
}
