import { afterAll, beforeAll, expect, it } from 'vitest'
import { patterns, routePattern } from '#navigation/route-pattern.ts'
import { fewLockers } from '#testing/lockers.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
let manager: TestMember
let desk: TestMember
let admin: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  await fewLockers(service.db)
  const holidays = ['2026-01-01', '2027-01-01', '2028-01-01'].map((day) => ({ day, name_tw: '元旦', name_en: 'New Year’s Day' }))
  await service.db
    .insertInto('holidays')
    .values(holidays)
    .onConflict((found) => found.doNothing())
    .execute()
  manager = await service.newMember({ role: 'manager' })
  desk = await service.newMember({ role: 'desk' })
  admin = await service.newMember({ role: 'admin' })
})
afterAll(() => service.close())

type Item = { kind: string; key: string; name: string; detail: string; path: string }
async function find(q: string, as = manager, language = 'zh-TW'): Promise<Item[]> {
  const { status, body } = await service.call('GET', `/api/Staff/Search?${new URLSearchParams({ q })}`, {
    as,
    headers: { 'accept-language': language },
  })
  expect(status).toBe(200)
  return body.items
}

it('finds a facility by a part of its name in either language, and by its code in any letter case', async () => {
  for (const q of ['羽球', 'badminton', 'bAd', 'ＢＡＤ']) expect((await find(q))[0]).toMatchObject({ kind: 'facility', name: '羽球館' })
  expect((await find('badminton', manager, 'en'))[0]).toMatchObject({ name: 'Badminton Hall' })
})

it('finds a court by its own name and its facility’s together', async () => {
  const found = await find('badminton 3', manager, 'en')
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ kind: 'court', detail: 'Badminton Hall' })
})

it('answers nothing to what nothing is called, and refuses an empty query', async () => {
  expect(await find('no such thing')).toEqual([])
  expect((await service.call('GET', '/api/Staff/Search?q=%20', { as: manager })).status).toBe(422)
})

it('leads managers to the catalogue and the others to the members’ page, and only to pages that exist', async () => {
  expect((await find('badminton'))[0]!.path).toMatch(/^\/staff\/catalogue\/facility\?code=/)
  const ofDesk = await find('badminton', desk)
  expect(ofDesk.length).toBeGreaterThan(0)
  for (const { path } of ofDesk) expect(patterns).toContain(routePattern(path.split('?')[0]!))
})

const kindOf = (kind: string, items: Item[]) => items.filter((item) => item.kind === kind)

it('finds identities by name and code', async () => {
  const found = {
    kind: 'identity',
    kindTitle: expect.any(String),
    icon: 'identity',
    key: 'PUB',
    detail: 'PUB',
    path: '/staff/catalogue/identities',
  }
  expect(await find('pub')).toContainEqual({ ...found, name: '一般民眾' })
  expect(await find('general public', manager, 'en')).toContainEqual({ ...found, name: 'General public' })
})

it('finds holidays by name and day, the next one first and those that are over last', async () => {
  expect(kindOf('holiday', await find('元旦')).map(({ key }) => key)).toEqual(['2027-01-01', '2028-01-01', '2026-01-01'])
  expect(await find('2027-01', manager, 'en')).toEqual([
    {
      kind: 'holiday',
      kindTitle: 'Holiday',
      icon: 'holiday',
      key: '2027-01-01',
      name: 'New Year’s Day',
      detail: '2027-01-01',
      path: '/staff/catalogue/holidays',
    },
  ])
})

it('finds walls of lockers by name, size and the number of a locker', async () => {
  const wall = {
    kind: 'locker_wall',
    kindTitle: expect.any(String),
    icon: 'locker',
    key: 'C',
    name: 'Wall C',
    detail: 'Large',
    path: '/staff/catalogue/lockers',
  }
  for (const q of ['wall c', 'large', 'c01', '大型櫃']) expect(await find(q, manager, 'en')).toEqual([wall])
  expect(kindOf('locker_wall', await find('置物櫃')).map(({ name }) => name)).toEqual(['A 區', 'C 區'])
})

it('finds staff by name and address, for admins only', async () => {
  expect(await find(desk.email, admin)).toEqual([
    {
      kind: 'staff',
      kindTitle: expect.any(String),
      icon: 'staff',
      key: desk.id,
      name: expect.any(String),
      detail: desk.email,
      path: '/staff/settings/staff',
    },
  ])
  const member = await service.newMember()
  expect(await find(member.email, admin), 'members are not staff').toEqual([])
  for (const role of ['manager', 'desk', 'finance', 'editor'] as const)
    expect(await find(desk.email, await service.newMember({ role })), role).toEqual([])
})

it('finds for several roles what each of them finds', async () => {
  const both = await service.newMember({ roles: ['manager', 'desk'] })
  for (const q of ['pub', '元旦', 'wall c']) expect(await find(q, both), q).toEqual(await find(q, manager))
  expect(await find('元旦', await service.newMember({ roles: ['desk', 'finance', 'editor'] }))).toEqual([])
})

it('shows a role only what it may open', async () => {
  for (const role of ['desk', 'finance', 'editor'] as const) {
    const as = await service.newMember({ role })
    for (const q of ['pub', '元旦', '2027-01', 'wall c', 'c01', '置物櫃']) {
      const kinds = new Set((await find(q, as)).map(({ kind }) => kind))
      expect(
        [...kinds].filter((kind) => kind !== 'facility' && kind !== 'court'),
        `${role}: ${q}`,
      ).toEqual([])
    }
  }
})
