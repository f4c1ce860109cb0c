export type Dice = {
  below(limit: number): number
  oneIn(times: number): boolean
  pick<T>(list: readonly T[]): T
}

/** Random numbers that a seed repeats (mulberry32); the order in which clients draw them still depends on answers. */
export function rollDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, oneIn: (times) => below(times) === 0, pick: (list) => list[below(list.length)]! }
}
