import { afterAll, beforeAll, expect, it } from 'vitest'
import { mergeFavourites, readFavourites } from './favourites-store.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let me: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  me = await service.newMember()
})
afterAll(() => service.close())

const mark = (venue1stId: unknown, marked: unknown, as: TestMember | undefined = me) =>
  service.call('PUT', '/api/Venues/Favourite', { as, body: { venue1stId, marked } })
const marked = async (as: TestMember | undefined = me) => (await service.call('GET', '/api/Venues/Favourite', { as })).body.items

it('a facility is marked once, however often it is pressed, and no longer when it is taken back', async () => {
  expect(await marked()).toEqual([])
  expect((await mark(2, true)).status).toBe(204)
  service.clock.advance(1000)
  await mark(1, true)
  await mark(2, true)
  expect(await marked(), 'in the order of marking').toEqual([2, 1])
  await mark(2, false)
  await mark(2, false)
  expect(await marked()).toEqual([1])
})

it('favourites are the member’s own, and nobody has any without an account', async () => {
  const other = await service.newMember()
  await mark(3, true, other)
  expect([await marked(), await marked(other)]).toEqual([[1], [3]])
  expect((await service.call('GET', '/api/Venues/Favourite')).status).toBe(401)
  expect((await service.call('PUT', '/api/Venues/Favourite', { body: { venue1stId: 1, marked: true } })).status).toBe(401)
})

it.each([
  [999, true, 404],
  ['1', true, 422],
  [1, 'yes', 422],
  [-1, true, 422],
])('%o marked %o is refused', async (id, how, status) => {
  expect((await mark(id, how)).status).toBe(status)
})

it('favourites of a double go to the kept member, each once', async () => {
  const [kept, double] = [await service.newMember(), await service.newMember()]
  await mark(1, true, kept)
  for (const id of [1, 2]) await mark(id, true, double)
  await service.db.transaction().execute((trx) => mergeFavourites(trx, { from: double.id, into: kept.id }))
  expect([await marked(kept), await marked(double)]).toEqual([[1, 2], []])
})

it('favourites are in the export of a member’s data by their names', async () => {
  const { status, body, text } = await service.call('GET', '/api/AccountMember/Export', { as: me })
  expect(status, text).toBe(200)
  expect(body.favourites).toEqual([{ facility: '羽球館', markedAt: expect.any(String) }])
})

it('favourites of a closed account are deleted, and nobody else’s', async () => {
  const [leaving, staying] = [await service.newMember(), await service.newMember()]
  for (const member of [leaving, staying]) await mark(1, true, member)
  const closed = await service.call('POST', '/api/AccountMember/Close', { as: leaving, body: { secret: testSecret } })
  expect(closed.status, closed.text).toBe(204)
  expect([await readFavourites(service.db, leaving.id), await marked(staying)]).toEqual([[], [1]])
})
