import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import { readMade } from './picture-store.ts'
import { variantsOf } from './rules.ts'
import { makeVariant, type Making } from './make-variant.ts'

type Options = { stop?: AbortSignal; onFailure?: OnFailure }

/** Makes missing variants ahead of their first use; answers how many. A picture that fails keeps none of the others. */
export async function makeVariants(making: Making, now: Date, { stop, onFailure }: Options = {}): Promise<number> {
  let count = 0
  const pictures = new Map((await readMade(making.db)).map((one) => [one.id, one]))
  const make = async ([id]: string[]) => {
    const { made, ...picture } = pictures.get(id!)!
    const there = new Set(made.map(({ width, format }) => `${width}.${format}`))
    for (const variant of variantsOf(picture)) {
      if (stop?.aborted) return
      if (there.has(`${variant.width}.${variant.format}`)) continue
      if (await makeVariant(making, picture, variant, now)) count += 1
    }
  }
  await inBatchesOrAlone([...pictures.keys()], 1, make, onFailure)
  return count
}
