import { expect, it } from 'vitest'
import { inBatches } from '#wiring/retention.ts'

it('runs batches until one is not full', async () => {
  let left = 7
  const asked: number[] = []
  const take = async (most: number) => {
    asked.push(most)
    const taken = Math.min(most, left)
    left -= taken
    return taken
  }
  expect(await inBatches(3, take, () => false)).toBe(7)
  expect([left, asked]).toEqual([0, [3, 3, 3]])
})

it('stops when its time is up', async () => {
  expect(
    await inBatches(
      3,
      async (most) => most,
      () => true,
    ),
  ).toBe(3)
})
