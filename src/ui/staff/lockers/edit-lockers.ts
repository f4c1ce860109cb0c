import { lockerNumbers, lockersOf } from '#modules/lockers/rules.ts'
import type { LockersFile } from '#ui/staff/kit/catalogue-types.ts'

/**
 * Sizes and walls of lockers as they are edited: one list, so that two people's changes are merged thing by thing. Numbers may
 * be null while they are typed.
 */
export type Size = LockersFile['sizes'][number]
export type Wall = LockersFile['walls'][number]
export type LockerThing = ({ kind: 'size' } & Size) | ({ kind: 'wall' } & Wall)

export const keyOf = (thing: LockerThing): string => (thing.kind === 'size' ? `size ${thing.code}` : `wall ${thing.wall}`)

export const thingsOf = ({ sizes, walls }: LockersFile): LockerThing[] => [
  ...sizes.map((size) => ({ kind: 'size' as const, ...size })),
  ...walls.map((wall) => ({ kind: 'wall' as const, ...wall })),
]

export function lockersFrom(things: readonly LockerThing[]): LockersFile {
  const sizes = things.filter((thing) => thing.kind === 'size').map(({ kind: _, ...size }) => size)
  const walls = things.filter((thing) => thing.kind === 'wall').map(({ kind: _, ...wall }) => wall)
  return { sizes, walls }
}

/** Largest wall of the catalogue file. */
export const mostColumns = 40
export const mostRows = 12

const isWithin = (value: number | null, most: number) => value !== null && value >= 1 && value <= most
/** Whether columns and rows are numbers that a wall can have, so that it can be drawn. */
export const isDrawable = ({ columns, rows }: Wall): boolean => isWithin(columns, mostColumns) && isWithin(rows, mostRows)

export const numbersIn = (walls: readonly Wall[]): string[] => walls.filter(isDrawable).flatMap(lockerNumbers)

/** Numbers that the saved walls have and the edited ones have not. A wall that is being typed keeps its lockers. */
export function goneFrom(saved: readonly Wall[], edited: readonly Wall[]): string[] {
  const unsure = new Set(edited.filter((wall) => !isDrawable(wall)).map(({ wall }) => wall))
  const left = new Set(numbersIn(edited))
  return numbersIn(saved.filter(({ wall }) => !unsure.has(wall))).filter((number) => !left.has(number))
}

/** How many of some lockers a size has. */
export function countBySize(walls: readonly Wall[], numbers?: ReadonlySet<string>): Map<string, number> {
  const lockers = walls.filter(isDrawable).flatMap(lockersOf)
  const counted = numbers ? lockers.filter(({ number }) => numbers.has(number)) : lockers
  return new Map([...Map.groupBy(counted, ({ size }) => size)].map(([size, list]) => [size, list.length]))
}

/** A letter for each size, by which a drawing tells sizes apart: of its code, or the next letter that is free. */
export function lettersOf(sizes: readonly Pick<Size, 'code'>[]): Map<string, string> {
  const letters = new Map<string, string>()
  for (const { code } of sizes) {
    const candidates = [...code.toUpperCase().replaceAll(/[^A-Z]/g, ''), ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const taken = new Set(letters.values())
    letters.set(code, candidates.find((letter) => !taken.has(letter)) ?? '?')
  }
  return letters
}

export function newWall(walls: readonly Wall[], sizes: readonly Size[]): Wall {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const names = [...letters, ...letters.map((letter) => letter + letter)]
  const wall = names.find((name) => !walls.some((one) => one.wall === name)) ?? ''
  return { wall, size: sizes[0]?.code ?? '', columns: 5, rows: 4 }
}

export function newSize(sizes: readonly Size[]): Size {
  let n = 1
  while (sizes.some(({ code }) => code === `size-${n}`)) n++
  return { code: `size-${n}`, name: { tw: '', en: '' }, deposit: 500, terms: [{ months: 1, price: 150 }] }
}

/** A term that the size has not yet: the usual ones first. */
export function newTerm({ terms }: Pick<Size, 'terms'>): Size['terms'][number] | undefined {
  const months = [1, 3, 6, 12, 2, 4, 5, 7, 8, 9, 10, 11].find((one) => !terms.some((term) => term.months === one))
  const [first] = terms
  return months === undefined ? undefined : { months, price: first?.months ? Math.round((first.price / first.months) * months) : 100 }
}
