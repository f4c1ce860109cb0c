import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { closeHall, newRound, onDays, roundBody, season, submitted, weekly, preOrderBody } from '#testing/preorders.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
let club: TestMember
let rival: TestMember
beforeEach(async () => {
  service = await openTestService({ start: new Date('2026-12-01T12:00:00.000+08:00') })
  await smallCentre(service.db)
  club = await service.newMember({ communityName: '青禾羽球社' })
  rival = await service.newMember({ communityName: '湖畔羽球隊' })
})
afterEach(() => service.close())

const base = '/api/PreOrder/Community'
const submit = (as: TestMember, lines: object[], more: object = {}) => service.call('POST', base, { as, body: preOrderBody(lines, more) })
const check = async (as: TestMember, lines: object[]) => (await service.call('POST', `${base}/Check`, { as, body: { lines } })).body
const occupied = async () => Number((await sql<{ n: number }>`select count(*) as n from occupancy`.execute(service.db)).rows[0]!.n)

describe('the lists and the grid of a season', () => {
  beforeEach(() => newRound(service))
  const get = async (path: string, as = club) => (await service.call('GET', `/api/PreOrder/${path}`, { as })).body

  it('B17 B18 list the facilities and courts that take part', async () => {
    expect(await get('CommunityAndUser/List/1st')).toMatchObject([
      { id: 1, opens: '06:00', closes: '22:00', slotMinutes: 60, courts: 8 },
      { id: 2, opens: '18:00', closes: '22:00', courts: 3 },
    ])
    expect(await get('CommunityAndUser/List/2nd?venue1stId=2')).toMatchObject([
      { id: 10, sharesWith: ['籃球半場 1', '籃球半場 2'] },
      { id: 11, sharesWith: ['籃球全場'] },
      { id: 12, sharesWith: ['籃球全場'] },
    ])
    expect((await service.call('GET', '/api/PreOrder/CommunityAndUser/List/2nd?venue1stId=3', { as: club })).status).toBe(404)
  })

  it('B19 counts the free dates of the season for each slot, and gives the reason for the others', async () => {
    await submitted(service, rival, [weekly(1, { except: ['2027-01-12'] })])
    await submitted(service, club, [onDays(1, ['2027-01-12'])])
    const slots = await get('CommunityAndUser/List/3rd?venue2ndId=1&weekday=2')
    expect(slots).toHaveLength(16)
    expect(slots[12]).toMatchObject({ start: '18:00', dates: 13, free: 13, price: 450, refused: [] })
    expect(slots[13]).toMatchObject({ start: '19:00', end: '20:00', dates: 13, free: 0 })
    expect(slots[13].refused.slice(0, 2)).toEqual([
      { date: '2027-01-05', why: 'taken' },
      { date: '2027-01-12', why: 'mine' },
    ])
  })

  it('B20 shows the season of a court, two weeks of a facility, and an overview of every weekday', async () => {
    await submitted(service, rival, [weekly(1, { except: ['2027-01-12'] })])
    await submitted(service, club, [onDays(1, ['2027-01-12'])])
    const court = await get('Community/Schedule?venue2ndId=1')
    expect(court).toMatchObject({ from: season.seasonFrom, to: season.seasonTo, round: { phase: 'open' } })
    expect(court.courts[0].days).toHaveLength(91)
    expect(court.courts[0].days[1]).toMatchObject({ date: '2027-01-05', prices: expect.arrayContaining([270, 450]) })
    expect(court.courts[0].days[1].states[13]).toBe('taken')
    expect(court.courts[0].days[8].states.slice(12, 16)).toEqual(['free', 'mine', 'mine', 'free'])
    expect(court.courts[0].overview[1]).toMatchObject({ weekday: 2, closed: [] })
    expect(court.courts[0].overview[1].open[0][13]).toBe(13)
    expect(court.courts[0].overview[1].free[0].slice(11, 16)).toEqual([13, 13, 0, 0, 13])
    expect(court.courts[0].overview[1].free[1].slice(11, 15), 'two hours from here').toEqual([13, 0, 0, 0])
    expect(court.courts[0].overview[1].mine[13]).toBe(1)
    const hall = await get('Community/Schedule?venue1stId=1&from=2027-02-01&to=2027-03-30')
    expect(hall).toMatchObject({ from: '2027-02-01', to: '2027-02-14' })
    expect(hall.courts).toHaveLength(8)
    const arena = await get('Community/Schedule?venue1stId=2')
    expect(arena.slots.map(({ start }: { start: string }) => start)).toEqual(['18:00', '19:00', '20:00', '21:00'])
    expect((await service.call('GET', `${base}/Schedule?venue2ndId=20`, { as: club })).status).toBe(404)
  })

  it('B19 B20 and Check leave closed days out, and say which', async () => {
    for (const date of ['2027-01-05', '2027-02-09']) await closeHall(service, date)
    await submitted(service, rival, [onDays(1, ['2027-01-12'])])
    const leftOut = ['2027-01-05', '2027-02-09']
    const slots = await get('CommunityAndUser/List/3rd?venue2ndId=1&weekday=2')
    expect(slots[13]).toMatchObject({ dates: 11, free: 10, refused: [{ date: '2027-01-12', why: 'taken' }], leftOut })
    const { overview } = (await get('Community/Schedule?venue2ndId=1')).courts[0]
    expect([overview[1].open[1][13], overview[1].free[1][13], overview[1].closed]).toEqual([11, 10, leftOut])
    const checked = await check(club, [weekly(1), weekly(2, { weekday: 1 })])
    expect(checked.lines[0]).toMatchObject({ leftOut, amount: 10 * 900 })
    expect(checked.lines[0].dates).toHaveLength(11)
    expect(checked.lines[0].dates.map(({ state }: { state: string }) => state)).not.toContain('closed')
    const alternatives: { weekday: number; free: number; dates: number }[] = checked.lines[0].alternatives
    expect(alternatives.find(({ weekday }) => weekday === 1)).toMatchObject({ free: 13, dates: 13 })
    expect(checked.lines[1]).toMatchObject({ leftOut: [] })
  })

  it('B22 B23 leave closed days of a weekly line out, hold all other dates, and repeat the same answer', async () => {
    const orderNo = (await service.call('PUT', `${base}/Draft`, { as: club, body: preOrderBody([weekly(1)]) })).body.orderNo
    expect(await get(`Community/Detail?orderNo=${orderNo}`)).toMatchObject({ dates: 13, amount: 13 * 900 })
    // This process has just cached the season: the closure is seen at the next read.
    await closeHall(service, '2027-01-19')
    const all = await submit(club, [weekly(1)], { orderNo })
    expect(all).toMatchObject({ status: 201, body: { amount: 12 * 900, lines: [{ refused: [], leftOut: ['2027-01-19'] }] } })
    expect((await submit(club, [weekly(1)], { orderNo })).body, 'the same again').toEqual(all.body)
    expect((await get('Community/List/Order')).items).toMatchObject([{ dates: 12, amount: 12 * 900 }])
    await closeHall(service, '2027-02-09')
    const later = weekly(1, { start: '20:00', end: '22:00' })
    expect(await service.call('PUT', base, { as: club, body: preOrderBody([later], { orderNo }) })).toMatchObject({
      status: 200,
      body: { amount: 11 * 900, lines: [{ refused: [], leftOut: ['2027-01-19', '2027-02-09'] }] },
    })
    await service.call('PUT', `${base}/Draft`, { as: rival, body: preOrderBody([weekly(2)]) })
    expect((await get('Community/List/Order', rival)).items, 'a draft counts open days only').toMatchObject([
      { dates: 11, amount: 11 * 900 },
    ])
    expect(await submit(rival, [onDays(2, ['2027-01-19'])]), 'chosen by itself').toMatchObject({
      status: 409,
      body: { lines: [{ refused: [{ date: '2027-01-19', why: 'closed', reason: '當天不開放' }], leftOut: [] }] },
    })
    expect(await submit(rival, [{ ...weekly(2), weekly: { weekday: 2, from: '2027-01-19', to: '2027-01-19', except: [] } }])).toMatchObject(
      { status: 422, body: { code: 'lines_refused', items: [{ line: 0, code: 'no_dates' }] } },
    )
  })

  it('Check answers what submitting would do, date by date, with the nearest alternatives, and holds nothing', async () => {
    await submitted(service, rival, [weekly(1, { except: ['2027-01-12'] })])
    const before = await occupied()
    const checked = await check(club, [weekly(1), weekly(2, { weekday: 4 })])
    expect(await occupied()).toBe(before)
    expect(checked.lines[0].dates).toHaveLength(13)
    expect(checked.lines[0].dates[0]).toEqual({ date: '2027-01-05', price: 900, state: 'taken' })
    expect(checked.lines[0].dates[1]).toEqual({ date: '2027-01-12', price: 900, state: 'free' })
    expect(checked.lines[0].amount).toBe(900)
    expect(checked.lines[0].alternatives).toHaveLength(6)
    expect(checked.lines[0].alternatives[0]).toMatchObject({ venue2ndId: 2, start: '19:00', weekday: 2, free: 13, dates: 13 })
    expect(checked.lines[1]).toMatchObject({ amount: 13 * 900, alternatives: [], problems: [] })
    expect(checked).toMatchObject({ amount: 14 * 900, problems: [], fullestWeek: 2 })
  })

  it('Check includes the dates that the community holds in its fullest week, with or without new lines', async () => {
    await submitted(service, rival, [weekly(1)])
    await submitted(service, club, [onDays(2, ['2027-01-12'])])
    expect(await check(club, [])).toMatchObject({ lines: [], amount: 0, fullestWeek: 1 })
    expect(await check(club, [onDays(3, ['2027-01-13'])])).toMatchObject({ problems: [], fullestWeek: 2 })
  })

  it('Check reports the problem of a line, and a week above the cap', async () => {
    const checked = await check(club, [
      weekly(1),
      weekly(1, { start: '20:00', end: '22:00' }),
      weekly(20, { start: '18:00', end: '22:00' }),
      weekly(3, { weekday: 3 }),
      weekly(99),
    ])
    expect(checked.lines.map(({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code))).toEqual([
      [],
      ['lines_overlap'],
      ['not_in_round'],
      [],
      ['no_such_court'],
    ])
    expect(checked.problems).toMatchObject([{ code: 'over_cap', week: '2027-01-04', title: expect.stringContaining('最多 2 個') }])
  })
})

describe('rounds, by staff', () => {
  it('are created and replaced as a whole, and a change takes effect at once', async () => {
    const manager = await service.newMember({ role: 'manager' })
    const id = await newRound(service)
    const now = service.clock.now()
    const window = { viewStart: now, orderStart: new Date(now.getTime() + 60_000), end: new Date(now.getTime() + 120_000) }
    const changed = await service.call('PUT', '/api/Staff/Round', { as: manager, body: { id, ...roundBody(window), periodsPerWeek: 1 } })
    expect(changed).toMatchObject({ status: 200, body: { id } })
    expect(await submit(club, [weekly(1)])).toMatchObject({ status: 409, body: { code: 'window_closed' } })
    service.clock.advance(60_000)
    expect(await submit(club, [weekly(1), weekly(2, { weekday: 3 })])).toMatchObject({
      status: 422,
      body: { code: 'over_cap', allowed: 1 },
    })
    const all = await service.call('GET', '/api/Staff/Round/List', { as: manager })
    expect(all.body).toMatchObject([
      { id, periodsPerWeek: 1, preOrders: 0, facilities: [{ venue1stId: 1, opens: '06:00' }, { venue1stId: 2 }] },
    ])
    const wrong = roundBody(window, { seasonTo: '2027-05-01', facilities: [{ venue1stId: 77, opens: '06:00', closes: '22:00' }] })
    expect(await service.call('POST', '/api/Staff/Round', { as: manager, body: wrong })).toMatchObject({
      status: 422,
      body: { code: 'round_invalid', errors: [{ path: 'seasonTo' }, { path: 'facilities.0.venue1stId' }] },
    })
    expect((await service.call('PUT', '/api/Staff/Round', { as: manager, body: { id: 999, ...roundBody(window) } })).status).toBe(404)
  })
})
