import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Trx } from '#db/connect.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { at, orderCalls } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { usualLevels } from './price-rules.ts'
import { dayKinds } from './rules.ts'
import { readCatalogue, type StoredLevel } from './store.ts'
import { writeCourts, writeFacility, writeHolidays, writePriceLists, writeTimetables } from './write-store.ts'

/** Sunday 15 November 2026, ten o'clock. */
let service: TestService
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
})
afterAll(() => service.close())

const { check, place } = orderCalls(() => service)
const change = (work: (trx: Trx) => Promise<unknown>) => service.db.transaction().execute(work)
const words = (text: string) => ({ tw: text, en: text })
const record = {
  code: 'NEW',
  sport: 'squash',
  name: words('New'),
  about: words(''),
  place: words(''),
  rules: { tw: [], en: [] },
  outdoor: false,
  drawing: 'squash',
  colour: '#123456',
  retiredAt: null,
}
const court = (code: string, on?: string[]) => ({ code, name: words(code), on, retiredAt: null })
/** A grid compares the version and reads the catalogue again; a facility's page may show a copy of the last seconds. */
async function detail(id: number) {
  await grid(1, '2026-11-16', '2026-11-16')
  return service.call('GET', `/api/Venues/1st/Detail?id=${id}`)
}
const grid = async (venue1stId: number, from: string, to: string) =>
  (await service.call('POST', '/api/Order/Member/Schedule', { body: { venue1stId, from, to } })).body

describe('writing the catalogue', () => {
  it('numbers what is new, keeps what has a known code, and divides floors', async () => {
    await change(async (trx) => {
      const id = await writeFacility(trx, record)
      await writeCourts(trx, id, [court('W', ['W1', 'W2']), court('W1'), court('W2')])
    })
    const before = [...(await readCatalogue(service.db)).facilityOf.values()].find(({ code }) => code === 'NEW')!
    expect(before.id).toBe(4)
    expect(before.courts.map(({ code, id, spaces }) => [code, id, spaces])).toEqual([
      ['W', 401, [402, 403]],
      ['W1', 402, [402]],
      ['W2', 403, [403]],
    ])
    await change(async (trx) => {
      const id = await writeFacility(trx, { ...record, name: words('Newer') })
      await writeCourts(trx, id, [
        court('W1'),
        court('W2'),
        court('W3'),
        { ...court('W', ['W1', 'W2', 'W3']), retiredAt: service.clock.now() },
      ])
    })
    const after = (await readCatalogue(service.db)).facilityOf.get(4)!
    expect(after.name.en).toBe('Newer')
    expect(after.courts.map(({ code, id }) => [code, id])).toEqual([
      ['W1', 402],
      ['W2', 403],
      ['W3', 404],
    ])
    expect(after.retiredCourts.map(({ code, spaces }) => [code, spaces])).toEqual([['W', [402, 403, 404]]])
  })

  it('replaces timetables, price lists and holidays, and every change has a new version', async () => {
    const prices = { W1: { PUB: [100, 200] as const } }
    const list = { from: '2026-11-01', levels: usualLevels([]), lightFee: 0, lightFrom: null, deposit: 0, prices }
    const timetable = {
      from: '2026-11-01',
      slotMinutes: 60,
      hours: [{ days: ['mon' as const], opens: '08:00', closes: '10:00' }],
      sessions: [],
    }
    const { version } = await readCatalogue(service.db)
    await change(async (trx) => {
      await writeTimetables(trx, 4, [timetable, { ...timetable, from: '2026-12-01' }])
      await writePriceLists(trx, 4, [list, { ...list, from: '2026-12-01' }], null, service.clock.now())
      await writeHolidays(trx, [{ day: '2026-11-17', name: words('A') }])
    })
    const first = await readCatalogue(service.db)
    expect(first.version).toBeGreaterThan(version)
    const kept = first.facilityOf.get(4)!.priceLists[0]!
    await change(async (trx) => {
      await writeTimetables(trx, 4, [timetable])
      await writePriceLists(trx, 4, [{ ...list, deposit: 50 }], null, service.clock.now())
      await writeHolidays(trx, [{ day: '2026-11-18', name: words('B') }])
    })
    const second = await readCatalogue(service.db)
    const facility = second.facilityOf.get(4)!
    expect(facility.timetables.map(({ from }) => from)).toEqual(['2026-11-01'])
    expect(facility.priceLists).toEqual([{ ...kept, deposit: 50 }])
    expect([...second.holidays]).toEqual(['2026-11-18'])
    await change((trx) => writeHolidays(trx, []))
  })

  it('shows a court without a price as closed, and books the others', async () => {
    const { courts } = await grid(4, '2026-11-16', '2026-11-17')
    expect(courts.map(({ periods }: any) => periods.map(({ state, price }: any) => [state, price]))).toEqual([
      [
        ['free', 100],
        ['free', 100],
      ],
      [
        ['closed', 0],
        ['closed', 0],
      ],
      [
        ['closed', 0],
        ['closed', 0],
      ],
    ])
    const { body } = await check([at(402, 16, 8), at(403, 16, 8), at(402, 17, 8)])
    expect(body.items.map(({ problems }: any) => problems.map(({ code }: any) => code))).toEqual([[], ['period_closed'], ['period_closed']])
  })
})

describe('a price list from next Monday', () => {
  it('is in the grid beside the present one, and on the facility’s page with its first day', async () => {
    const me = await service.newMember()
    const booked = await place(me, [at(1, 17, 8)])
    expect(booked.body.amount).toBe(300)
    const { rows } = { rows: await service.db.selectFrom('price_lists').select('id').where('facility_id', '=', 1).execute() }
    const list = {
      levels: usualLevels<StoredLevel['hours'][number]>([{ days: ['mon', 'tue'], from: '18:00', to: '21:00' }]),
      lightFee: 0,
      lightFrom: null,
      deposit: 0,
      prices: Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`C${n + 1}`, { PUB: [360, 600] as const }])),
    }
    const present = {
      ...list,
      from: '2000-01-01',
      levels: usualLevels<StoredLevel['hours'][number]>([{ days: ['mon'], from: '18:00', to: '22:00' }]),
      prices: Object.fromEntries(
        Array.from({ length: 8 }, (_, n) => [`C${n + 1}`, { PUB: [300, 500] as const, STU: [150, 250] as const }]),
      ),
    }
    await change((trx) => writePriceLists(trx, 1, [present, { ...list, from: '2026-11-17' }], null, service.clock.now()))
    expect(await service.db.selectFrom('price_lists').select('id').where('facility_id', '=', 1).execute()).toEqual(
      expect.arrayContaining(rows),
    )

    const week = await grid(1, '2026-11-16', '2026-11-17')
    const [first] = week.courts
    expect(first.periods.map(({ price }: any) => price)).toEqual([
      ...Array.from({ length: 12 }, () => 300),
      500,
      500,
      500,
      500,
      ...Array.from({ length: 12 }, () => 360),
      600,
      600,
      600,
      360,
    ])
    const { body } = await detail(1)
    expect(body).toMatchObject({ priceFrom: 300, priceTo: 500, feesFrom: null })
    expect(body.coming).toMatchObject([
      {
        from: '2026-11-17',
        peakHours: [{ days: ['mon', 'tue'], start: '18:00', end: '21:00' }],
        fees: [{ byIdentity: [{ code: 'PUB', offPeak: 360, peak: 600 }] }],
      },
    ])
    const kept = await service.call('GET', `/api/Order/${booked.body.orderNo}`, { as: me })
    expect(kept.body.items[0]).toMatchObject({ price: 300, total: 300 })
  })

  it('with a third level costs its price in its hours, in the grid and in an order, and names it', async () => {
    const early = { name: { tw: '清晨', en: 'Early' }, hours: [{ days: [...dayKinds], from: '06:00', to: '08:00' }] }
    const list = {
      from: '2000-01-01',
      levels: [...usualLevels<StoredLevel['hours'][number]>([{ days: ['wed'], from: '07:00', to: '09:00' }]), early],
      lightFee: 0,
      lightFrom: null,
      deposit: 0,
      prices: Object.fromEntries([10, 11, 12].map((n) => [`C${n}`, { PUB: [700, 950, 400], STU: [350, 475, 200] }])),
    }
    const [facility] = await service.db.selectFrom('price_lists').selectAll().where('facility_id', '=', 2).execute()
    await change((trx) => writePriceLists(trx, 2, [list], null, service.clock.now()))
    const { courts } = await grid(2, '2026-11-18', '2026-11-18')
    expect(courts[0].periods.slice(0, 4).map(({ price }: any) => price)).toEqual([400, 400, 950, 700])
    const booked = await place(await service.newMember(), [{ ...at(11, 18, 7), end: at(11, 18, 8).end }])
    expect(booked.body.amount).toBe(400 + 950)
    const { body } = await detail(2)
    expect(body).toMatchObject({ priceFrom: 400, priceTo: 950, peakHours: [{ days: ['wed'], start: '08:00', end: '09:00' }] })
    expect(body.levels[2]).toEqual({ name: '清晨', hours: [{ days: [...dayKinds], start: '06:00', end: '08:00' }] })
    expect(body.fees[0].byIdentity[0].prices).toEqual([700, 950, 400])
    expect(facility!.levels).toHaveLength(2)
  })

  it('refuses an order whose total has changed since it was shown, and books it for the new one', async () => {
    const me = await service.newMember()
    const order = (amount: number, key: string) =>
      service.call('POST', '/api/Order/Member', { as: me, body: { items: [at(2, 17, 8)], amount }, headers: { 'idempotency-key': key } })
    expect(await order(300, 'first try')).toMatchObject({
      status: 409,
      body: { code: 'price_changed', amount: 360, title: '價格已更新，現在是 NT$360，原為 NT$300' },
    })
    const placed = await order(360, 'second try')
    expect(placed).toMatchObject({ status: 201, body: { amount: 360 } })
    expect((await order(300, 'second try')).body, 'a retry is answered as before').toEqual(placed.body)
    expect((await order(-1, 'third try')).status).toBe(422)
  })
})

describe('hours by weekday', () => {
  it('are on the facility, in its grid and in the search; closed days have none', async () => {
    const hours = [
      { days: ['mon' as const, 'tue' as const, 'wed' as const, 'thu' as const, 'fri' as const], opens: '06:00', closes: '22:00' },
      { days: ['sat' as const], opens: '09:00', closes: '17:00' },
    ]
    await change((trx) => writeTimetables(trx, 2, [{ from: '2000-01-01', slotMinutes: 60, hours, sessions: [] }]))
    const { body } = await detail(2)
    expect(body).toMatchObject({
      opens: '06:00',
      closes: '22:00',
      hoursToday: [],
      week: [
        { weekdays: [1, 2, 3, 4, 5], hours: [{ start: '06:00', end: '22:00' }] },
        { weekdays: [6], hours: [{ start: '09:00', end: '17:00' }] },
        { weekdays: [7], hours: [] },
      ],
    })
    expect((await grid(2, '2026-11-21', '2026-11-22')).courts[0].periods).toHaveLength(8)
    const found = async (date: string) =>
      (await service.call('POST', '/api/Venues/Search', { body: { date, start: '08:00', minutes: 60, venue1stId: 2 } })).body.total
    expect([await found('2026-11-20'), await found('2026-11-21'), await found('2026-11-22')]).toEqual([3, 0, 0])
    const { body: checked } = await check([at(11, 21, 18), at(11, 22, 10)])
    expect(checked.items.map(({ problems }: any) => problems[0].code)).toEqual(['off_grid', 'period_closed'])
  })
})

describe('what is retired', () => {
  it('is neither listed nor bookable, and old orders still name it', async () => {
    const me = await service.newMember()
    const { orderNo } = (await place(me, [at(8, 19, 10)])).body
    await service.db.updateTable('courts').set({ retired_at: service.clock.now() }).where('id', '=', 8).execute()
    expect((await detail(1)).body.courts).toBe(7)
    expect((await service.call('GET', '/api/Venues/2nd/Detail?id=8')).status).toBe(404)
    expect((await check([at(8, 19, 12)])).body.items[0].problems[0].code).toBe('no_such_court')
    expect((await service.call('GET', `/api/Order/${orderNo}`, { as: me })).body.items[0]).toMatchObject({
      venue2ndName: '羽球場 8',
      venue1stName: '羽球館',
    })

    await service.db.updateTable('facilities').set({ retired_at: service.clock.now() }).where('id', '=', 3).execute()
    expect((await detail(3)).status).toBe(404)
    const ids = (await service.call('GET', '/api/Venues/1st/List')).body.map(({ id }: any) => id)
    expect(ids).not.toContain(3)
    expect((await service.call('POST', '/api/Order/Member/Schedule', { body: { venue1stId: 3, date: '2026-11-19' } })).status).toBe(404)
  })
})

describe('the hour at which a day opens', () => {
  it('is the centre’s: before it the last day is not open yet, and the answer names the moment', async () => {
    await writeSetting(service.db, 'booking', { opensAtMinute: 12 * 60 }, null, service.clock.now())
    const { body } = await check([at(1, 22, 10)])
    expect(body.items[0].problems).toMatchObject([{ code: 'not_open_yet', opensOn: '2026-11-15', title: expect.stringContaining('12:00') }])
    expect((await grid(1, '2026-11-22', '2026-11-22')).openUntil).toBe('2026-11-21')
    service.clock.advance(2 * 3_600_000)
    expect((await check([at(1, 22, 10)])).body.items[0].problems).toEqual([])
    expect((await grid(1, '2026-11-22', '2026-11-22')).openUntil).toBe('2026-11-22')
  })
})
