import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openHouse, type House } from '#testing/house.ts'
import { lockMember } from './lock-store.ts'

let house: House
let ids: string[]
beforeAll(async () => {
  house = await openHouse()
  ids = [(await house.newMember()).id, (await house.newMember()).id, (await house.newMember()).id]
})
afterAll(() => house.close())

/** Members whom another transaction could lock at this moment. */
async function unlocked(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from members where id = any(${ids}) for no key update skip locked`.execute(house.db)
  return rows.map(({ id }) => id).toSorted()
}

it('lock_members locks every member of the list until the transaction ends, and no other', async () => {
  const [first, second, third] = ids as [string, string, string]
  await house.db.transaction().execute(async (trx) => {
    await sql`select lock_members(array[${second}, ${first}]::uuid[])`.execute(trx)
    expect(await unlocked()).toEqual([third])
  })
  expect(await unlocked()).toEqual(ids.toSorted())
})

it('lockMember locks one member, and other transactions may still insert rows that refer to them', async () => {
  const [first, ...others] = ids as [string, string, string]
  await house.db.transaction().execute(async (trx) => {
    await lockMember(trx, first)
    expect(await unlocked()).toEqual(others.toSorted())
    const { rows } = await sql`select from members where id = ${first} for key share skip locked`.execute(house.db)
    expect(rows).toHaveLength(1)
  })
})
