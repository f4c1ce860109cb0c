import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import {
  closeHall,
  communityCalls,
  communityPath as base,
  newRound,
  onDays,
  preOrderBody,
  season,
  submitted,
  weekly,
} from '#testing/preorders.ts'
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

const { submit, edit, draft, detail, list, occupied, upload } = communityCalls(() => service)

describe('the window (D2)', () => {
  it('accepts a submission at the first and at the last millisecond, refuses it one before and one after, and keeps the draft', async () => {
    const now = service.clock.now()
    const later = (milliseconds: number) => new Date(now.getTime() + milliseconds)
    await newRound(service, { viewStart: now, orderStart: later(1000), end: later(2000) })
    const orderNo = (await draft(club, preOrderBody([weekly(1)]))).body.orderNo
    const late = (await draft(club, preOrderBody([weekly(2)]))).body.orderNo
    const before = await detail(club, orderNo)

    service.clock.advance(999)
    expect(await submit(club, [weekly(1)], { orderNo })).toMatchObject({
      status: 409,
      body: { code: 'window_closed', orderStart: later(1000).toISOString(), end: later(2000).toISOString() },
    })
    expect(await submit(club, [weekly(1)])).toMatchObject({ status: 409, body: { code: 'window_closed' } })
    expect(await detail(club, orderNo)).toMatchObject({ status: 'draft', wishes: before.wishes, title: before.title })
    expect(await occupied()).toBe(0)

    service.clock.advance(1)
    expect((await submit(club, [weekly(1)], { orderNo })).status).toBe(201)
    service.clock.advance(1000)
    expect((await submit(rival, [weekly(3)])).status, 'the last millisecond').toBe(201)
    service.clock.advance(1)
    expect(await submit(club, [weekly(2)], { orderNo: late })).toMatchObject({ status: 409, body: { code: 'window_closed' } })
    expect(await edit(club, orderNo, [weekly(1, { weekday: 3 })])).toMatchObject({ status: 409, body: { code: 'window_closed' } })
    expect(await detail(club, late)).toMatchObject({ status: 'draft', title: '週二練球' })
    expect((await list(club)).items.map(({ status }: { status: string }) => status).toSorted()).toEqual(['draft', 'submitted'])
  })

  it('answers nothing but the start before it may be viewed', async () => {
    const at = (hours: number) => new Date(service.clock.now().getTime() + hours * 3_600_000)
    await newRound(service, { viewStart: at(1), orderStart: at(2), end: at(3) })
    const closed = { status: 409, body: { code: 'not_yet_visible', viewStart: at(1).toISOString() } }
    for (const path of ['List/1st', 'List/2nd?venue1stId=1', 'List/3rd?venue2ndId=1&weekday=2'])
      expect(await service.call('GET', `/api/PreOrder/CommunityAndUser/${path}`, { as: club })).toMatchObject(closed)
    expect(await service.call('GET', `${base}/Schedule?venue2ndId=1`, { as: club })).toMatchObject(closed)
    expect(await service.call('GET', `${base}/Round`, { as: club })).toMatchObject({ status: 200, body: { phase: 'not-yet', ...season } })
    expect((await draft(club, preOrderBody([weekly(1)]))).status, 'a draft may be written at any time').toBe(200)
  })

  it('is answered as missing when there is no round', async () => {
    expect((await service.call('GET', `${base}/Round`, { as: club })).status).toBe(404)
    expect((await submit(club, [weekly(1)])).status).toBe(404)
  })
})

it('B16 pages by ten, at most a hundred', async () => {
  await newRound(service)
  expect(await list(club)).toMatchObject({ page: 1, pageSize: 10 })
  expect(await list(club, '?pageSize=100')).toMatchObject({ pageSize: 100 })
  expect(await list(club, '?pageSize=101')).toMatchObject({ code: 'invalid_query' })
})

describe('submit (B22)', () => {
  beforeEach(() => newRound(service))

  it('B22 B23 accepts lines and documents in every spelling, and recognises them as the same', async () => {
    const about = { title: '週二練球', purpose: '雙打練習', contactName: '陳建宏', contactPhone: '0912000002', headcount: 14 }
    const at = { venue2ndId: 1, start: '19:00', end: '21:00' }
    const weeks = { weekday: 2, from: season.seasonFrom, to: season.seasonTo }
    const documentIds = await upload(club, ['application', 'affidavit', 'roster'])
    const flat = await service.call('POST', base, {
      as: club,
      body: { ...about, lines: [{ ...at, ...weeks, except: ['2027-02-09'] }], documentIds },
    })
    expect([flat.status, flat.body.lines?.[0].held.length]).toEqual([201, 12])
    const { wishes, documents } = await detail(club, flat.body.orderNo)
    expect(wishes).toEqual([{ ...at, weekly: { ...weeks, except: ['2027-02-09'] } }])
    expect(documents.map(({ kind, fileId }: { kind: string; fileId: string }) => [kind, fileId])).toEqual(
      expect.arrayContaining(['application', 'affidavit', 'roster'].map((kind, n) => [kind, documentIds[n]])),
    )

    const inPlace = { ...about, orderNo: flat.body.orderNo, lines: [{ ...at, dates: weeks }], documentIds }
    const changed = await service.call('PUT', base, { as: club, body: inPlace })
    expect([changed.status, changed.body.lines?.[0].held.length]).toEqual([200, 13])
    const single = { ...about, lines: [{ ...at, venue2ndId: 2, dates: ['2027-01-05'] }] }
    expect((await service.call('POST', base, { as: rival, body: single })).status).toBe(201)
    for (const line of [at, { ...at, weekday: 2 }, { ...at, dates: ['2027-01-05'], weekly: weeks }])
      expect((await service.call('POST', base, { as: rival, body: { ...about, lines: [line] } })).body.code).toBe('invalid_body')
  })

  it('holds every date, at the community price, and sends a mail', async () => {
    const { status, body } = await submit(club, [weekly(1, { except: ['2027-02-09'] }), weekly(2, { weekday: 4 })])
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'submitted', amount: 25 * 900 })
    expect(body.orderNo).toMatch(/^P261201[2-9A-HJ-NP-Z]{7}$/)
    expect(body.lines.map(({ held, refused }: { held: []; refused: [] }) => [held.length, refused.length])).toEqual([
      [12, 0],
      [13, 0],
    ])
    expect(await occupied()).toBe(25)
    const [mail] = await service.inbox(club.email)
    expect(mail).toMatchObject({ subject: '已登記：週二練球' })
    expect(mail!.body).toContain('羽球場 1　每週二 19:00–21:00')
  })

  it('is refused as a whole or, with acceptPartial, holds what is free; refused dates have their reason', async () => {
    await submitted(service, rival, [onDays(1, ['2027-01-05', '2027-01-12'])])
    await closeHall(service, '2027-01-19')
    const refused = [
      { date: '2027-01-05', why: 'taken', reason: '已被登記' },
      { date: '2027-01-12', why: 'taken', reason: '已被登記' },
    ]
    const lines = [{ refused, leftOut: ['2027-01-19'] }]
    expect(await submit(club, [weekly(1)])).toMatchObject({ status: 409, body: { code: 'dates_taken', lines } })
    expect((await list(club)).total).toBe(0)
    const partly = await submit(club, [weekly(1)], { acceptPartial: true })
    expect(partly).toMatchObject({ status: 201, body: { amount: 10 * 900, lines } })
    expect(partly.body.lines[0].held).toHaveLength(10)
    expect(await submit(club, [onDays(1, ['2027-01-26'], '20:00', '21:00')], { acceptPartial: true })).toMatchObject({
      status: 409,
      body: { code: 'dates_taken', lines: [{ refused: [{ date: '2027-01-26', why: 'yours' }] }] },
    })
  })

  it('names a week above the cap, and invalid lines', async () => {
    await submitted(service, club, [weekly(1)])
    expect(await submit(club, [weekly(2, { weekday: 3 }), weekly(2, { weekday: 5 })])).toMatchObject({
      status: 422,
      body: { code: 'over_cap', week: '2027-01-04', periods: 3, allowed: 2 },
    })
    expect(await submit(rival, [weekly(20, { start: '18:00', end: '22:00' }), weekly(1, { start: '18:00', end: '21:00' })])).toMatchObject({
      status: 422,
      body: {
        code: 'lines_refused',
        items: [
          { line: 0, code: 'not_in_round', title: '這個場館不在本梯次開放範圍' },
          { line: 1, code: 'too_long', title: '每個時段最長 2 小時' },
        ],
        errors: [{ path: 'lines.0' }, { path: 'lines.1' }],
      },
    })
  })

  it('answers a repeated draft with the same fields like before, and with other fields that it is submitted already', async () => {
    const orderNo = (await draft(club, preOrderBody([weekly(1)]))).body.orderNo
    const first = await submit(club, [weekly(1)], { orderNo })
    expect(first).toMatchObject({ status: 201, body: { orderNo } })
    expect((await submit(club, [weekly(1)], { orderNo })).body).toEqual(first.body)
    expect(await submit(club, [weekly(2)], { orderNo })).toMatchObject({ status: 409, body: { code: 'already_submitted' } })
    expect(await draft(club, preOrderBody([], { orderNo }))).toMatchObject({ status: 409, body: { code: 'already_submitted' } })
    expect(await submit(rival, [weekly(2)], { orderNo })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await occupied()).toBe(13)
  })

  it('B24 stores documents, also without a draft, and refuses files of others', async () => {
    const [application, roster] = await upload(club, ['申請書', '名冊'])
    const documents = [
      { fileId: application, kind: 'application' },
      { fileId: roster, kind: 'roster' },
    ]
    const foreign = [{ fileId: (await upload(rival, ['切結書']))[0], kind: 'affidavit' }]
    expect(await submit(club, [weekly(1)], { documents: foreign })).toMatchObject({ status: 422, body: { code: 'documents_unknown' } })
    expect((await list(club)).total, 'nothing is left of it').toBe(0)
    const { body } = await submit(club, [weekly(1)], { documents })
    expect((await detail(club, body.orderNo)).documents).toMatchObject([
      { fileId: application, kind: 'application' },
      { fileId: roster, kind: 'roster' },
    ])
    const orderNo = (await draft(rival, preOrderBody([weekly(2)], { documents: foreign }))).body.orderNo
    expect((await submit(rival, [weekly(2)], { orderNo, documents: foreign })).status).toBe(201)
    const kept = await service.db.selectFrom('files').select('kept_at').execute()
    expect(kept.every(({ kept_at }) => kept_at !== null)).toBe(true)
  })
})
