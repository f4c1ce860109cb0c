import { describe, expect, it } from 'vitest'
import { batchCalls } from './batch-calls.ts'

/** Work that ends when the test says so. */
function bench() {
  const batches: { requests: string[]; end(): void; fail(error: Error): void }[] = []
  const work = (requests: string[]) =>
    new Promise<string[]>((resolve, reject) =>
      batches.push({ requests, end: () => resolve(requests.map((request) => request.toUpperCase())), fail: reject }),
    )
  return { batches, work }
}
/** After the batches that are due have begun. */
const soon = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

describe('calls in batches', () => {
  it('batch those that come together, and those that come while a batch runs', async () => {
    const { batches, work } = bench()
    const ask = batchCalls({ work, atOnce: 1, atMost: 3 })
    const first = ask('a')
    await soon()
    const answers = Promise.all([first, ...['b', 'c', 'd', 'e'].map(ask)])
    await soon()
    expect(batches.map(({ requests }) => requests)).toEqual([['a']])
    batches[0]!.end()
    await soon()
    expect(batches[1]!.requests).toEqual(['b', 'c', 'd'])
    batches[1]!.end()
    await soon()
    batches[2]!.end()
    expect(await answers).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  it('run as many batches at the same time as allowed', async () => {
    const { batches, work } = bench()
    const ask = batchCalls({ work, atOnce: 2, atMost: 2 })
    for (const request of ['a', 'b', 'c', 'd', 'e']) void ask(request)
    await soon()
    expect(batches.map(({ requests }) => requests)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it('with the same key are in different batches, in the order in which they came', async () => {
    const { batches, work } = bench()
    const ask = batchCalls({ work, atOnce: 1, atMost: 9, keyOf: (request) => request[0]! })
    void Promise.all(['a1', 'a2', 'b1', 'a3'].map(ask))
    await soon()
    expect(batches[0]!.requests).toEqual(['a1', 'b1'])
    batches[0]!.end()
    await soon()
    expect(batches[1]!.requests).toEqual(['a2'])
  })

  it('are tried one by one when their batch fails: only the bad one fails', async () => {
    const work = async (requests: string[]) => {
      if (requests.includes('bad')) throw new Error('bad')
      return requests
    }
    const ask = batchCalls({ work, atOnce: 1, atMost: 9 })
    const outcomes = await Promise.allSettled(['first', 'good', 'bad', 'fine'].map(ask))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  })

  it('are not tried again after a failure that each would meet alone too', async () => {
    const { batches, work } = bench()
    const away = new Error('away')
    const ask = batchCalls({ work, atOnce: 1, atMost: 9, failsAll: (error) => error === away })
    const outcomes = Promise.allSettled(['a', 'b', 'c'].map(ask))
    await soon()
    batches[0]!.fail(away)
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(batches).toHaveLength(1)
  })
})
