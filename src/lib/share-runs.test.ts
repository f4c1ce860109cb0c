import { describe, expect, it } from 'vitest'
import { shareRuns } from './share-runs.ts'

/** Work that ends when it is told to. */
function bench() {
  const runs: { end(value: number): void; fail(): void }[] = []
  const work = () => new Promise<number>((resolve, reject) => runs.push({ end: resolve, fail: () => reject(new Error('broken')) }))
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { runs, work, settle, share: shareRuns<number>() }
}

describe('concurrent calls with the same key', () => {
  it('share the run that begins after all of them were made', async () => {
    const { runs, work, settle, share } = bench()
    const first = share('a', work)
    const later = [share('a', work), share('a', work)]
    expect(runs).toHaveLength(1)
    runs[0]!.end(1)
    expect(await first).toBe(1)
    await settle()
    expect(runs).toHaveLength(2)
    const last = share('a', work)
    runs[1]!.end(2)
    expect(await Promise.all(later)).toEqual([2, 2])
    await settle()
    runs[2]!.end(3)
    expect(await last).toBe(3)
    expect(runs).toHaveLength(3)
  })

  it('do not wait for calls with another key', () => {
    const { runs, work, share } = bench()
    void share('a', work)
    void share('b', work)
    expect(runs).toHaveLength(2)
  })

  it('are not affected by an earlier run that failed', async () => {
    const { runs, work, settle, share } = bench()
    const first = share('a', work)
    const second = share('a', work)
    runs[0]!.fail()
    await expect(first).rejects.toThrow('broken')
    await settle()
    runs[1]!.end(2)
    expect(await second).toBe(2)
    await settle()
    const third = share('a', work)
    expect(runs).toHaveLength(3)
    runs[2]!.end(3)
    expect(await third).toBe(3)
  })
})
