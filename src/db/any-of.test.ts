import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDb } from '#testing/postgres.ts'
import { allOf, anyOf } from './any-of.ts'
import type { Db } from './connect.ts'

let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await freshDb(1))
  await db.deleteFrom('settings').execute()
  await db
    .insertInto('settings')
    .values(['a', 'b', 'c'].map((key) => ({ key, value: JSON.stringify(key) })))
    .execute()
})
afterAll(() => close())

const settings = () => db.selectFrom('settings').select('key').orderBy('key')
const among = (keys: string[]) => settings().where('key', '=', anyOf(keys))
const except = (keys: string[]) => settings().where('key', '<>', allOf(keys))
const keysOf = async (query: ReturnType<typeof settings>) => (await query.execute()).map(({ key }) => key)

it('finds the rows of a list, and those that are not in it', async () => {
  expect(await keysOf(among(['c', 'a', 'x']))).toEqual(['a', 'c'])
  expect(await keysOf(except(['c', 'a', 'x']))).toEqual(['b'])
})

it('takes an empty list: nothing is in it', async () => {
  expect(await keysOf(among([]))).toEqual([])
  expect(await keysOf(except([]))).toEqual(['a', 'b', 'c'])
})

it('is one text for lists of every length, which "in" is not', () => {
  const texts = (list: (keys: string[]) => ReturnType<typeof settings>) =>
    new Set([[], ['a'], ['a', 'b', 'c']].map((keys) => list(keys).compile().sql)).size
  expect(texts(among)).toBe(1)
  expect(texts(except)).toBe(1)
  expect(texts((keys) => settings().where('key', 'in', keys))).toBe(3)
})
