import { describe, expect, it } from 'vitest'
import { openQueue, TooBusy } from './bounded-queue.ts'

/** Work that ends when the test says so. */
function gate() {
  let open!: () => void
  const done = new Promise<void>((resolve) => (open = resolve))
  return { work: () => done, open }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a bounded queue', () => {
  it('runs a number of calls at once, keeps a number waiting, and refuses the next with the seconds to wait', async () => {
    const turns = openQueue({ atOnce: 2, waiting: 3, retryAfterSeconds: 7 })
    const gates = Array.from({ length: 5 }, gate)
    let started = 0
    const all = gates.map(({ work }) => turns(() => (started++, work())))
    await expect(turns(async () => 'never')).rejects.toMatchObject({ name: TooBusy.name, retryAfterSeconds: 7 })
    expect(started).toBe(2)
    gates[0]!.open()
    await settled()
    expect(started).toBe(3)
    for (const { open } of gates) open()
    await Promise.all(all)
    expect(started).toBe(5)
    expect(await turns(async () => 'again')).toBe('again')
  })

  it('never runs two calls of one key at once, and calls of other keys do not wait for them', async () => {
    const turns = openQueue({ atOnce: 2, waiting: 10, retryAfterSeconds: 1 })
    const [first, second] = [gate(), gate()]
    const order: string[] = []
    const one = turns(() => (order.push('a1'), first.work()), 'a')
    const two = turns(() => (order.push('a2'), second.work()), 'a')
    const other = turns(async () => void order.push('b1'), 'b')
    await other
    expect(order).toEqual(['a1', 'b1'])
    first.open()
    await one
    expect(order).toEqual(['a1', 'b1', 'a2'])
    second.open()
    await two
  })

  it('goes on after a call that fails', async () => {
    const turns = openQueue({ atOnce: 1, waiting: 1, retryAfterSeconds: 1 })
    await expect(turns(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await turns(async () => 'yes')).toBe('yes')
  })
})
