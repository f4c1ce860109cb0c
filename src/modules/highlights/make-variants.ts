import { readMade } from './picture-store.ts'
import { variantsOf } from './rules.ts'
import { makeVariant, type Making } from './make-variant.ts'

/** Makes missing variants ahead of their first use; answers how many. */
export async function makeVariants(making: Making, now: Date, stop?: AbortSignal): Promise<number> {
  let count = 0
  for (const { made, ...picture } of await readMade(making.db)) {
    const there = new Set(made.map(({ width, format }) => `${width}.${format}`))
    for (const variant of variantsOf(picture)) {
      if (stop?.aborted) return count
      if (there.has(`${variant.width}.${variant.format}`)) continue
      if (await makeVariant(making, picture, variant, now)) count += 1
    }
  }
  return count
}
