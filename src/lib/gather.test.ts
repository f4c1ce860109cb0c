import { describe, expect, it } from 'vitest'
import { gather } from './gather.ts'

/** Work that ends when the test says so. */
function bench() {
  const batches: { wishes: string[]; end(): void; fail(error: Error): void }[] = []
  const work = (wishes: string[]) =>
    new Promise<string[]>((resolve, reject) =>
      batches.push({ wishes, end: () => resolve(wishes.map((wish) => wish.toUpperCase())), fail: reject }),
    )
  return { batches, work }
}
const soon = () => new Promise((resolve) => setImmediate(resolve))

describe('gather', () => {
  it('lets the first go at once, and takes along together who comes meanwhile', async () => {
    const { batches, work } = bench()
    const ask = gather({ work, atOnce: 1, atMost: 3 })
    const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map(ask))
    expect(batches.map(({ wishes }) => wishes)).toEqual([['a']])
    batches[0]!.end()
    await soon()
    expect(batches[1]!.wishes).toEqual(['b', 'c', 'd'])
    batches[1]!.end()
    await soon()
    batches[2]!.end()
    expect(await answers).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  it('works on as many at the same time as it may', () => {
    const { batches, work } = bench()
    const ask = gather({ work, atOnce: 2, atMost: 9 })
    for (const wish of ['a', 'b', 'c']) void ask(wish)
    expect(batches.map(({ wishes }) => wishes)).toEqual([['a'], ['b']])
  })

  it('keeps apart what has the same key, in the order of coming', async () => {
    const { batches, work } = bench()
    const ask = gather({ work, atOnce: 1, atMost: 9, keyOf: (wish) => wish[0]! })
    void Promise.all(['x', 'a1', 'a2', 'b1', 'a3'].map(ask))
    batches[0]!.end()
    await soon()
    expect(batches[1]!.wishes).toEqual(['a1', 'b1'])
    batches[1]!.end()
    await soon()
    expect(batches[2]!.wishes).toEqual(['a2'])
  })

  it('tries each alone when together it failed: only whose fault it is, fails', async () => {
    const work = async (wishes: string[]) => {
      if (wishes.includes('bad')) throw new Error('bad')
      return wishes
    }
    const ask = gather({ work, atOnce: 1, atMost: 9 })
    const outcomes = await Promise.allSettled(['first', 'good', 'bad', 'fine'].map(ask))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  })

  it('tries nobody again after a failure that everybody would meet', async () => {
    const { batches, work } = bench()
    const away = new Error('away')
    const ask = gather({ work, atOnce: 1, atMost: 9, failsAll: (error) => error === away })
    const outcomes = Promise.allSettled(['a', 'b', 'c'].map(ask))
    batches[0]!.end()
    await soon()
    batches[1]!.fail(away)
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(batches).toHaveLength(2)
  })
})
