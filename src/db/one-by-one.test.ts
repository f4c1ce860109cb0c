import { expect, it } from 'vitest'
import { inBatchesOrAlone } from './one-by-one.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const ids = ['a', 'b', 'bad', 'c', 'd']
const work = async (some: string[]) => {
  if (some.includes('bad')) throw new Error('bad')
  return some.join('')
}

it('a bad one keeps none of the others, in its batch or after it, and is told', async () => {
  const failed: string[] = []
  expect(await inBatchesOrAlone(ids, 4, work, (_, id) => failed.push(id))).toEqual(['a', 'b', 'c', 'd'])
  expect(failed).toEqual(['bad'])
})

it('without anybody to be told, the error is thrown once all have had their turn', async () => {
  const done: string[] = []
  const noting = async (some: string[]) => void done.push(await work(some))
  await expect(inBatchesOrAlone(ids, 1, noting)).rejects.toThrow('bad')
  expect(done).toEqual(['a', 'b', 'c', 'd'])
})

it('an outage of the database ends the run: the others would fail as well, and none of them is bad', async () => {
  const failed: string[] = []
  let tries = 0
  const lost = async () => {
    tries += 1
    throw new DatabaseUnavailable()
  }
  await expect(inBatchesOrAlone(ids, 2, lost, (_, id) => failed.push(id))).rejects.toThrow(DatabaseUnavailable)
  expect({ tries, failed }).toEqual({ tries: 1, failed: [] })
})
