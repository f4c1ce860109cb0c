import { afterAll, beforeAll, expect, it } from 'vitest'
import { patterns, routePattern } from '#navigation/route-pattern.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
let manager: TestMember
let desk: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  manager = await service.newMember({ role: 'manager' })
  desk = await service.newMember({ role: 'desk' })
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
