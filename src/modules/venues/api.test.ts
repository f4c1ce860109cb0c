import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { momentAt } from '#lib/zone.ts'
import { takeSpaces } from '#modules/availability/store.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ start: new Date('2026-11-15T10:15:00+08:00') })
  await smallCentre(service.db)
})
afterAll(() => service.close())

const english = { 'accept-language': 'en' }
const post = (path: string, body: object, more: object = {}) => service.call('POST', path, { body, ...more })
const take = (day: string, from: number, to: number, ...spaces: number[]) =>
  takeSpaces(
    service.db,
    spaces.map((space) => ({
      holder: crypto.randomUUID(),
      space,
      period: { start: momentAt(day, from * 60), end: momentAt(day, to * 60) },
    })),
    { kind: 'order', memberId: null, holdUntil: null },
    service.clock.now(),
  )

describe('B26 facilities', () => {
  const list = (body: object = {}, more: object = {}) => post('/api/Venues/1st/List/Client', body, more)

  it('come in the language of the caller, with what a slot costs them', async () => {
    const { body } = await list({}, { headers: english })
    expect(body).toMatchObject({ total: 3, page: 1, pageSize: 10 })
    expect(body.items[0]).toMatchObject({
      id: 1,
      name: 'Badminton Hall',
      indoor: true,
      opens: '06:00',
      closes: '22:00',
      courts: 8,
      priceFrom: 300,
      priceTo: 500,
      freeCourts: null,
    })
    expect((await list()).body.items[0].name).toBe('羽球館')
  })

  it('are filtered by sport, by roof and by name', async () => {
    const ids = async (body: object) => (await list(body)).body.items.map(({ id }: { id: number }) => id)
    expect(await ids({ sport: 'basketball' })).toEqual([2])
    expect(await ids({ indoor: false })).toEqual([3])
    expect(await ids({ keyword: 'hall' })).toEqual([1])
    expect(await ids({ sport: 'curling' })).toEqual([])
  })

  it('are filtered by time, with the number of courts that are free for all of it', async () => {
    await take('2026-11-17', 19, 20, 1, 2, 10, 11)
    const { body } = await list({ freeOn: { date: '2026-11-17', start: '19:00', end: '21:00' } })
    expect(body.items.map((one: { id: number; freeCourts: number }) => [one.id, one.freeCourts])).toEqual([
      [1, 6],
      [3, 1],
    ])
  })

  it('are none for a time in the past or beyond the booking window', async () => {
    for (const date of ['2026-11-14', '2026-11-23'])
      expect((await list({ freeOn: { date, start: '19:00', end: '21:00' } })).body.total).toBe(0)
  })

  it('are refused with an invalid time, field by field', async () => {
    const { status, body } = await list({ freeOn: { date: '2026-02-30', start: '25:00', end: '21:00' } })
    expect(status).toBe(422)
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['freeOn.date', 'freeOn.start'])
    expect((await list({ freeOn: { date: '2026-11-17', start: '21:00', end: '20:00' } })).body.errors[0].path).toBe('freeOn.end')
  })

  it('come page by page', async () => {
    const { body } = await list({ page: 2, pageSize: 2 })
    expect([body.total, body.items.length, body.items[0].id]).toEqual([3, 1, 3])
  })
})

describe('B27 one facility', () => {
  it('has the prices of each identity, courts of one price together', async () => {
    const { body } = await service.call('GET', '/api/Venues/1st/Detail?id=2', { headers: english })
    expect(body.fees.map((fee: { courts: { id: number }[] }) => fee.courts.map(({ id }) => id))).toEqual([[10], [11, 12]])
    expect(body.fees[1].byIdentity[0]).toMatchObject({
      code: 'PUB',
      identity: 'General public',
      offPeak: 700,
      peak: 950,
      prices: [700, 950],
      yours: true,
      needsProof: false,
    })
    expect(body.courtList[1]).toMatchObject({ id: 11, sharesWith: [{ id: 10 }] })
    expect(body).toMatchObject({
      peak: { weekday: { start: '18:00', end: '22:00' }, weekend: { start: '12:00', end: '22:00' } },
      levels: [
        { name: 'Off-peak', hours: [] },
        {
          name: 'Peak',
          hours: [
            { days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '18:00', end: '22:00' },
            { days: ['sat', 'sun', 'holiday'], start: '12:00', end: '22:00' },
          ],
        },
      ],
      today: '2026-11-15',
      openUntil: '2026-11-22',
    })
  })

  it('has sessions, light fee and deposit', async () => {
    const { body } = await service.call('GET', '/api/Venues/1st/Detail?id=3')
    expect(body).toMatchObject({
      indoor: false,
      lightFee: 100,
      lightFrom: '18:00',
      deposit: 10_000,
      sessions: [{ start: '08:00', end: '12:00' }, {}, {}],
    })
  })

  it('has the closed days of the booking window, and whether today is one', async () => {
    const closure = { kind: 'closure', facility_id: 3, reason_tw: '草皮養護', reason_en: 'Turf care', created_at: service.clock.now() }
    const whole = (day: string) => `[${day}T00:00+08:00,${day}T24:00+08:00)`
    await service.db
      .insertInto('blocks')
      .values([
        { ...closure, id: crypto.randomUUID(), during: whole('2026-11-15') },
        { ...closure, id: crypto.randomUUID(), during: whole('2026-11-18'), lifted_at: service.clock.now() },
        { ...closure, id: crypto.randomUUID(), during: whole('2026-12-18') },
      ])
      .execute()
    const { body } = await service.call('GET', '/api/Venues/1st/Detail?id=3')
    expect(body.closedToday).toBe('草皮養護')
    expect(body.closures).toEqual([{ start: '2026-11-15T00:00:00+08:00', end: '2026-11-16T00:00:00+08:00', reason: '草皮養護' }])
    expect((await service.call('GET', '/api/Venues/1st/Detail?id=1')).body.closedToday).toBeNull()
  })

  it('is 404 for an unknown id', async () => {
    expect(await service.call('GET', '/api/Venues/1st/Detail?id=99')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await service.call('GET', '/api/Venues/1st/Detail?id=abc')).status).toBe(422)
    expect((await service.call('GET', '/api/Venues/1st/Detail')).status).toBe(422)
  })
})

describe('B28–B31 courts', () => {
  it('B28 are those of a facility, and at a time those that are free, with their price', async () => {
    const { body } = await post('/api/Venues/2nd/List/Client', {
      venue1stId: 1,
      freeOn: { date: '2026-11-18', start: '19:00', end: '21:00' },
      pageSize: 100,
    })
    expect(body.total).toBe(8)
    expect(body.items[0]).toMatchObject({
      id: 1,
      venue1stId: 1,
      venue1stName: '羽球館',
      offer: { start: '2026-11-18T19:00:00+08:00', end: '2026-11-18T21:00:00+08:00', price: 1000, deposit: 0 },
    })
    expect((await post('/api/Venues/2nd/List/Client', { keyword: '半場' })).body.items.map(({ id }: { id: number }) => id)).toEqual([
      11, 12,
    ])
  })

  it('B29 one court names the courts that share its spaces', async () => {
    const { body } = await service.call('GET', '/api/Venues/2nd/Detail?id=10')
    expect(body).toMatchObject({ name: '籃球全場', priceFrom: 1400, sharesWith: [{ id: 11 }, { id: 12 }] })
    expect((await service.call('GET', '/api/Venues/2nd/Detail?id=13')).status).toBe(404)
  })

  it('B30 B31 are short lists for select boxes', async () => {
    expect((await service.call('GET', '/api/Venues/1st/List')).body[0]).toEqual({ id: 1, name: '羽球館' })
    expect((await service.call('GET', '/api/Venues/2nd/List?venue1stId=2')).body.map(({ id }: { id: number }) => id)).toEqual([10, 11, 12])
    expect((await service.call('GET', '/api/Venues/2nd/List')).body).toHaveLength(12)
  })
})

describe('search by time', () => {
  const search = (body: object) => post('/api/Venues/Search', body)

  it('answers with every free court of the centre, by facility, with prices', async () => {
    const { body } = await search({ date: '2026-11-21', start: '19:00', minutes: 120 })
    expect(body).toMatchObject({
      standing: 'open',
      start: '2026-11-21T19:00:00+08:00',
      end: '2026-11-21T21:00:00+08:00',
      total: 12,
      alternatives: [],
    })
    expect(body.items.map((one: { facility: { id: number }; priceFrom: number }) => [one.facility.id, one.priceFrom])).toEqual([
      [1, 1000],
      [2, 1900],
      [3, 6100],
    ])
    const shared = body.items[1].courts.map(({ id, sharesWith }: { id: number; sharesWith?: number[] }) => [id, sharesWith])
    expect(shared, 'so that a whole court and its half are not chosen together').toEqual([
      [10, [11, 12]],
      [11, [10]],
      [12, [10]],
    ])
    expect(body.items[2]).toMatchObject({ start: '2026-11-21T18:00:00+08:00', end: '2026-11-21T22:00:00+08:00', deposit: 10_000 })
  })

  it('offers alternatives when nothing is free: another time, another facility, another day', async () => {
    await take('2026-11-20', 19, 21, 10, 11)
    const { body } = await search({ date: '2026-11-20', start: '19:00', minutes: 120, sport: 'basketball' })
    expect(body.total).toBe(0)
    expect(new Set(body.alternatives.map(({ kind }: { kind: string }) => kind))).toEqual(
      new Set(['other-time', 'other-facility', 'other-day']),
    )
    expect(body.alternatives[0]).toMatchObject({ kind: 'other-time', facility: { id: 2 }, start: '2026-11-20T17:00:00+08:00' })
  })

  it('offers an hour earlier and later too when one court is left, and not when there are more', async () => {
    const hall = { date: '2026-11-18', start: '19:00', minutes: 60, venue1stId: 1 }
    await take('2026-11-18', 19, 20, 1, 2, 3, 4, 5, 6)
    expect((await search(hall)).body).toMatchObject({ total: 2, alternatives: [] })
    await take('2026-11-18', 19, 20, 7)
    const { body } = await search(hall)
    expect(body).toMatchObject({ total: 1, items: [{ facility: { id: 1 } }] })
    expect(body.alternatives.map(({ kind, start }: { kind: string; start: string }) => [kind, start])).toEqual([
      ['other-time', '2026-11-18T18:00:00+08:00'],
      ['other-time', '2026-11-18T20:00:00+08:00'],
    ])
  })

  it('answers when a day beyond the booking window will open', async () => {
    const { body } = await search({ date: '2026-12-01', start: '19:00', minutes: 60, venue1stId: 1 })
    expect(body).toMatchObject({ standing: 'not-yet', opensOn: '2026-11-24', total: 0 })
    expect(body.alternatives[0]).toMatchObject({ kind: 'other-day', facility: { id: 1 } })
    expect((await search({ date: '2026-11-15', start: '08:00', minutes: 60 })).body).toMatchObject({ standing: 'past', opensOn: null })
  })

  it('counts a held period as taken until the hold lapses', async () => {
    const held = { kind: 'order', memberId: null, holdUntil: new Date(service.clock.now().getTime() + 60_000) } as const
    const period = { start: momentAt('2026-11-19', 600), end: momentAt('2026-11-19', 660) }
    await takeSpaces(service.db, [{ holder: crypto.randomUUID(), space: 1, period }], held, service.clock.now())
    const free = async () => (await search({ date: '2026-11-19', start: '10:00', minutes: 60, sport: 'badminton' })).body.total
    expect(await free()).toBe(7)
    service.clock.advance(61_000)
    expect(await free()).toBe(8)
  })
})
