import { setTimeout as delay } from 'node:timers/promises'

/**
 * Repeats `deed` on batches of at most `size` rows until a batch is not full or `isTimeUp`. Between two batches it waits as long
 * as the last one took, so that requests have at least half of the database's time. Returns how many rows there were.
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
