import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { momentAt } from '#lib/zone.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { takeSpaces } from './store.ts'

let service: TestService
const asked = vi.spyOn(pg.Client.prototype, 'query')
const isOfTheApi = (client: unknown) =>
  (client as { connectionParameters: { application_name: string } }).connectionParameters.application_name === 'fieldhouse'
beforeAll(async () => {
  service = await openTestService({ start: new Date('2026-11-16T10:20:00+08:00') })
  await smallCentre(service.db)
})
afterAll(() => service.close())
beforeEach(() => service.db.deleteFrom('occupancy').execute())

type Period = { start: string; end: string; state: string; price: number; heldUntil?: string }
const schedule = (body: object, more: object = {}) => service.call('POST', '/api/Order/Member/Schedule', { body, ...more })
const today = '2026-11-16'

async function take(court: number, hour: number, memberId: string | null, holdUntil: Date | null = null) {
  const period = { start: momentAt(today, hour * 60), end: momentAt(today, (hour + 1) * 60) }
  expect(
    await takeSpaces(service.db, [{ holder: randomUUID(), court, period }], { kind: 'order', memberId, holdUntil }, service.clock.now()),
  ).toEqual([])
}

describe('B32 POST /api/Order/Member/Schedule', () => {
  it('B32 shows a visitor every court of a facility for a day, at general-public prices', async () => {
    const { status, body } = await schedule({ venue1stId: 1, date: today })
    expect(status).toBe(200)
    expect(body).toMatchObject({ serverTime: '2026-11-16T10:20:00+08:00', openUntil: '2026-11-23', venue1stId: 1, venue1stName: '羽球館' })
    expect(body.courts).toHaveLength(8)
    expect(body.courts[2]).toMatchObject({ id: 3, name: '羽球場 3' })
    expect(body.courts[0].periods).toHaveLength(16)
    expect(body.courts[0].periods[4]).toEqual({
      start: '2026-11-16T10:00:00+08:00',
      end: '2026-11-16T11:00:00+08:00',
      state: 'past',
      price: 300,
    })
    expect(body.courts[0].periods[13]).toEqual({
      start: '2026-11-16T19:00:00+08:00',
      end: '2026-11-16T20:00:00+08:00',
      state: 'free',
      price: 500,
    })
  })

  it('B32 shows a member which periods are theirs, until when they are held, and what they pay', async () => {
    const me = await service.newMember({ communityName: '青禾羽球社' })
    const other = await service.newMember()
    await service.db.updateTable('identities').set({ needs_proof: false }).where('id', '=', 9).execute()
    await service.db.updateTable('members').set({ identity_id: 9 }).where('id', '=', me.id).execute()
    const held = new Date(service.clock.now().getTime() + 15 * 60_000)
    await take(1, 19, me.id, held)
    await take(2, 19, other.id, held)
    await take(3, 19, other.id)
    const at19 = (body: { courts: { periods: Period[] }[] }) => body.courts.slice(0, 4).map(({ periods }) => periods[13]!)
    const mine = at19((await schedule({ venue1stId: 1, date: today }, { as: me })).body)
    expect(mine.map(({ state }) => state)).toEqual(['mine', 'held', 'booked', 'free'])
    expect(new Date(mine[0]!.heldUntil!)).toEqual(held)
    expect(mine[3]!.price).toBe(450)
    const seen = at19((await schedule({ venue1stId: 1, date: today })).body)
    expect(seen.map(({ state, price }) => [state, price])).toEqual([
      ['held', 500],
      ['held', 500],
      ['booked', 500],
      ['free', 500],
    ])
  })

  it('B32 shows one court over several days, fourteen at most', async () => {
    const { body } = await schedule({ venue2ndId: 20, from: today, to: '2026-11-29' }, { headers: { 'accept-language': 'en' } })
    expect(body.courts).toHaveLength(1)
    expect(body).toMatchObject({ venue1stId: 3, venue1stName: 'Field' })
    expect(body.courts[0].periods).toHaveLength(3 * 14)
    expect(body.courts[0].periods[0]).toMatchObject({ start: '2026-11-16T08:00:00+08:00', end: '2026-11-16T12:00:00+08:00' })
    expect(body.courts[0].periods.at(-1)).toMatchObject({ state: 'not-yet', price: 6100 })
  })

  it.each([
    [{}, 'venue1stId'],
    [{ venue1stId: 1, venue2ndId: 1, date: today }, 'venue1stId'],
    [{ venue1stId: 1 }, 'date'],
    [{ venue1stId: 1, date: today, from: today, to: today }, 'date'],
    [{ venue1stId: 1, date: '2026-02-30' }, 'date'],
    [{ venue1stId: 1, from: today, to: '2026-11-30' }, 'to'],
    [{ venue1stId: 1, from: today, to: '2026-11-15' }, 'to'],
  ])('refuses %j beside the field %s', async (body, path) => {
    const answer = await schedule(body)
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_body' } })
    expect(answer.body.errors[0]).toMatchObject({ path, message: expect.stringMatching(/\p{Script=Han}/u) })
  })

  it('answers 404 for an unknown facility or court', async () =>
    expect(await schedule({ venue1stId: 99, date: today })).toMatchObject({ status: 404, body: { code: 'not_found' } }))

  it('asks the database once for a whole facility and day', async () => {
    // The catalogue's copy looks again after a second, beside the call: here it is fresh.
    await schedule({ venue1stId: 1, date: today })
    const before = asked.mock.calls.length
    await schedule({ venue1stId: 1, date: today })
    // Jobs have connections of their own.
    const statements = asked.mock.calls.flatMap(([query], call) =>
      call >= before && isOfTheApi(asked.mock.contexts[call]) ? [(query as unknown as { text: string }).text] : [],
    )
    expect(statements).toEqual([expect.stringContaining('join held_within')])
  })

  it('shows current prices: a change of the catalogue is seen by the next call', async () => {
    await service.db.updateTable('court_prices').set({ peak: 777 }).where('court_id', '=', 1).where('identity_id', '=', 1).execute()
    const { body } = await schedule({ venue1stId: 1, date: today })
    expect(body.courts[0].periods[13].price).toBe(777)
  })
})

describe('GET /api/Availability/Stream', () => {
  it('answers 404 for an unknown facility', async () => {
    expect(await service.call('GET', '/api/Availability/Stream?venue1stId=99')).toMatchObject({ status: 404 })
    expect(await service.call('GET', '/api/Availability/Stream?venue1stId=first')).toMatchObject({
      status: 422,
      body: { code: 'invalid_query' },
    })
  })

  it('holds no place for HEAD, whose answer nobody reads', async () => {
    const ask = (method: string) =>
      service.app.request('/api/Availability/Stream?venue1stId=1', { method, headers: { 'x-forwarded-for': '198.51.100.3' } })
    for (let n = 0; n < 25; n++) expect((await ask('HEAD')).status).toBe(200)
    expect(service.live.watching()).toBe(0)
    const stream = await ask('GET')
    expect(stream.status).toBe(200)
    await stream.body!.cancel()
  })

  it('allows twenty open streams for one IP address', async () => {
    const ask = (from: string) => service.app.request('/api/Availability/Stream?venue1stId=1', { headers: { 'x-forwarded-for': from } })
    const streams = await Promise.all(Array.from({ length: 20 }, () => ask('198.51.100.1')))
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(streams[0]!.headers.get('content-type')).toBe('text/event-stream')
    const readers = streams.map(({ body }) => body!.getReader())
    await Promise.all(readers.map((reader) => reader.read()))
    const refused = await ask('198.51.100.1')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await refused.json()).toMatchObject({ code: 'too_many_streams' })
    const elsewhere = await ask('198.51.100.2')
    expect(elsewhere.status).toBe(200)
    await Promise.all([...readers.map((reader) => reader.cancel()), elsewhere.body!.cancel()])
    expect(service.live.watching()).toBe(0)
    const again = await ask('198.51.100.1')
    expect(again.status).toBe(200)
    await again.body!.cancel()
  })
})
