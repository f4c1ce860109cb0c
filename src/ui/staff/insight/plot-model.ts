/** How many steps of one hue a heat map has. */
export const steps = 5

/**
 * The step of a value over the range that the data has, from light to dark: readable without telling colours apart. Values that are
 * all the same have the middle step.
 */
export function stepsOver(shades: readonly (readonly (number | null)[])[]): (shade: number) => number {
  const known = shades.flat().filter((shade) => shade !== null)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return (shade) => (least === most ? 2 : Math.min(steps - 1, Math.floor(((shade - least) / (most - least)) * steps)))
}

/** Hours from the first that has something to the last. */
export function hoursShown(weeks: readonly (readonly (number | null)[])[]): number[] {
  const used = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => weeks.some((ofDay) => (ofDay[hour] ?? 0) > 0))
  const [first, last] = [used[0], used.at(-1)]
  return first === undefined ? [] : Array.from({ length: last! - first + 1 }, (_, n) => first + n)
}

const moves: Record<string, readonly [rows: number, columns: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

/** Where a key leads from a point of a plot that has so many points, in rows of so many columns; undefined: it is no key of the plot. */
export function pointAfter(key: string, at: number | undefined, count: number, columns: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const move = moves[key]
  if (!move) return undefined
  if (at === undefined) return 0
  const [row, column] = [Math.floor(at / columns) + move[0], (at % columns) + move[1]]
  const next = row * columns + column
  return row < 0 || column < 0 || column >= columns || next >= count ? at : next
}
