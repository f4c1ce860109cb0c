import { setTimeout as delay } from 'node:timers/promises'

/**
 * Repeats a deed on at most `size` things until it finds fewer, or until it is time to stop. Between two batches it waits for
 * as long as the last one took, so that whoever is served meanwhile has at least half of the database.
 */
export async function inBatches(size: number, deed: (most: number) => Promise<number>, isTimeUp: () => boolean): Promise<number> {
  let total = 0
  for (;;) {
    const begun = performance.now()
    const done = await deed(size)
    total += done
    if (done < size || isTimeUp()) return total
    await delay(performance.now() - begun)
  }
}
