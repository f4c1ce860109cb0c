import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { lockMember } from './admission-store.ts'

let service: TestService
let ids: string[]
beforeAll(async () => {
  service = await openTestService()
  ids = [(await service.newMember()).id, (await service.newMember()).id, (await service.newMember()).id]
})
afterAll(() => service.close())

/** Members whom another transaction could lock at this moment. */
async function unlocked(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from members where id = any(${ids}) for no key update skip locked`.execute(
    service.db,
  )
  return rows.map(({ id }) => id).toSorted()
}

it('lock_members locks every member of the list until the transaction ends, and no other', async () => {
  const [first, second, third] = ids as [string, string, string]
  await service.db.transaction().execute(async (trx) => {
    await sql`select lock_members(array[${second}, ${first}]::uuid[])`.execute(trx)
    expect(await unlocked()).toEqual([third])
  })
  expect(await unlocked()).toEqual(ids.toSorted())
})

it('lockMember locks one member, and other transactions may still insert rows that refer to them', async () => {
  const [first, ...others] = ids as [string, string, string]
  await service.db.transaction().execute(async (trx) => {
    await lockMember(trx, first)
    expect(await unlocked()).toEqual(others.toSorted())
    const { rows } = await sql`select from members where id = ${first} for key share skip locked`.execute(service.db)
    expect(rows).toHaveLength(1)
  })
})
