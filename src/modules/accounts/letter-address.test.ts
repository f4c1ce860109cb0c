import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newClub } from '#testing/clubs.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { readRecipient, readTextMobile } from './store.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

it('letters and texts to a club reach the person who owns it, and to a club that logs in by its own row that', async () => {
  const club = await newClub(service)
  const row = (id: string) => service.db.selectFrom('members').select(['email', 'mobile']).where('id', '=', id).executeTakeFirstOrThrow()
  const owner = await row(club.owner.id)
  expect((await readRecipient(service.db, club.id))?.email).toBe(owner.email)
  expect(await readTextMobile(service.db, club.id)).toBe(owner.mobile)
  const alone = await service.newMember({ communityName: '獨行社' })
  expect((await readRecipient(service.db, alone.id))?.email).toBe(alone.email)
  expect(await readTextMobile(service.db, alone.id)).toBe((await row(alone.id)).mobile)
})

/** Lists, searches and logins show or compare an address; none of them writes to it. */
const showsAddress = [
  'accounts/club-store.ts',
  'accounts/profile-store.ts',
  'accounts/staff-store.ts',
  'desk/counter-store.ts',
  'desk/orders-store.ts',
  'desk/story-store.ts',
  'orders/person-search-store.ts',
  'orders/read-store.ts',
  'people/merge-store.ts',
  'preorders/read-store.ts',
]

it('no letter takes the address of a row in place of the one that letterAddress() finds', () => {
  const files = globSync('src/modules/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(300)
  const named = files
    .filter((file) => /\bm\.email\b(?!_)/.test(readFileSync(file, 'utf8')))
    .map((file) => file.slice('src/modules/'.length))
  expect(named.toSorted()).toEqual(showsAddress)
})
