import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openHouse, type House, type TestMember } from '#testing/house.ts'
import { closeHall, newRound, onDays, season, submitted, weekly, preOrderBody } from '#testing/preorders.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { smallCentre } from '#testing/small-centre.ts'

let house: House
let club: TestMember
let rival: TestMember
beforeEach(async () => {
  house = await openHouse({ start: new Date('2026-12-01T12:00:00.000+08:00') })
  await smallCentre(house.db)
  club = await house.newMember({ communityName: '青禾羽球社' })
  rival = await house.newMember({ communityName: '湖畔羽球隊' })
})
afterEach(() => house.close())

const base = '/api/PreOrder/Community'
const submit = (as: TestMember, lines: object[], more: object = {}) => house.call('POST', base, { as, body: preOrderBody(lines, more) })
const edit = (as: TestMember, orderNo: string, lines: object[], more: object = {}) =>
  house.call('PUT', base, { as, body: preOrderBody(lines, { orderNo, ...more }) })
const draft = (as: TestMember, body: object) => house.call('PUT', `${base}/Draft`, { as, body })
const check = async (as: TestMember, lines: object[], more: object = {}) =>
  (await house.call('POST', `${base}/Check`, { as, body: { lines, ...more } })).body
const detail = async (as: TestMember, orderNo: string) => (await house.call('GET', `${base}/Detail?orderNo=${orderNo}`, { as })).body
const list = async (as: TestMember, query = '') => (await house.call('GET', `${base}/List/Order${query}`, { as })).body
const occupied = async () => Number((await sql<{ n: number }>`select count(*) as n from occupancy`.execute(house.db)).rows[0]!.n)
async function upload(as: TestMember, names: string[]): Promise<string[]> {
  const form = new FormData()
  for (const name of names) form.append('uploads', new File([samplePdf(name)], `${name}.pdf`))
  const { status, body } = await house.call('POST', '/api/PreOrder/CommunityAndUser/Docs', { as, body: form })
  expect(status).toBe(201)
  return body.map(({ id }: { id: string }) => id)
}

describe('the window (D2)', () => {
  it('takes a submit at the first and at the last millisecond, and refuses it one before and one after, with the draft kept', async () => {
    const now = house.clock.now()
    const later = (milliseconds: number) => new Date(now.getTime() + milliseconds)
    await newRound(house, { viewStart: now, orderStart: later(1000), end: later(2000) })
    const orderNo = (await draft(club, preOrderBody([weekly(1)]))).body.orderNo
    const late = (await draft(club, preOrderBody([weekly(2)]))).body.orderNo
    const before = await detail(club, orderNo)

    house.clock.advance(999)
    expect(await submit(club, [weekly(1)], { orderNo })).toMatchObject({
      status: 409,
      body: { code: 'window_closed', orderStart: later(1000).toISOString(), end: later(2000).toISOString() },
    })
    expect(await submit(club, [weekly(1)])).toMatchObject({ status: 409, body: { code: 'window_closed' } })
    expect(await detail(club, orderNo)).toMatchObject({ status: 'draft', wishes: before.wishes, title: before.title })
    expect(await occupied()).toBe(0)

    house.clock.advance(1)
    expect((await submit(club, [weekly(1)], { orderNo })).status).toBe(201)
    house.clock.advance(1000)
    expect((await submit(rival, [weekly(3)])).status, 'the last millisecond').toBe(201)
    house.clock.advance(1)
    expect(await submit(club, [weekly(2)], { orderNo: late })).toMatchObject({ status: 409, body: { code: 'window_closed' } })
    expect(await edit(club, orderNo, [weekly(1, { weekday: 3 })])).toMatchObject({ status: 409, body: { code: 'window_closed' } })
    expect(await detail(club, late)).toMatchObject({ status: 'draft', title: '週二練球' })
    expect((await list(club)).items.map(({ status }: { status: string }) => status).toSorted()).toEqual(['draft', 'submitted'])
  })

  it('shows nothing before it may be viewed, and says when', async () => {
    const at = (hours: number) => new Date(house.clock.now().getTime() + hours * 3_600_000)
    await newRound(house, { viewStart: at(1), orderStart: at(2), end: at(3) })
    const closed = { status: 409, body: { code: 'not_yet_visible', viewStart: at(1).toISOString() } }
    for (const path of ['List/1st', 'List/2nd?venue1stId=1', 'List/3rd?venue2ndId=1&weekday=2'])
      expect(await house.call('GET', `/api/PreOrder/CommunityAndUser/${path}`, { as: club })).toMatchObject(closed)
    expect(await house.call('GET', `${base}/Schedule?venue2ndId=1`, { as: club })).toMatchObject(closed)
    expect(await house.call('GET', `${base}/Round`, { as: club })).toMatchObject({ status: 200, body: { phase: 'not-yet', ...season } })
    expect((await draft(club, preOrderBody([weekly(1)]))).status, 'a draft may be written at any time').toBe(200)
  })

  it('says that there is nothing when there is no round', async () => {
    expect((await house.call('GET', `${base}/Round`, { as: club })).status).toBe(404)
    expect((await submit(club, [weekly(1)])).status).toBe(404)
  })
})

it('B16 pages by ten, at most a hundred', async () => {
  await newRound(house)
  expect(await list(club)).toMatchObject({ page: 1, pageSize: 10 })
  expect(await list(club, '?pageSize=100')).toMatchObject({ pageSize: 100 })
  expect(await list(club, '?pageSize=101')).toMatchObject({ code: 'invalid_query' })
})

describe('submit (B22)', () => {
  beforeEach(() => newRound(house))

  it('B22 B23 takes lines and documents in every spelling, and knows them as the same', async () => {
    const about = { title: '週二練球', purpose: '雙打練習', contactName: '陳建宏', contactPhone: '0912000002', headcount: 14 }
    const at = { venue2ndId: 1, start: '19:00', end: '21:00' }
    const weeks = { weekday: 2, from: season.seasonFrom, to: season.seasonTo }
    const documentIds = await upload(club, ['application', 'affidavit', 'roster'])
    const flat = await house.call('POST', base, {
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
    const changed = await house.call('PUT', base, { as: club, body: inPlace })
    expect([changed.status, changed.body.lines?.[0].held.length]).toEqual([200, 13])
    const single = { ...about, lines: [{ ...at, venue2ndId: 2, dates: ['2027-01-05'] }] }
    expect((await house.call('POST', base, { as: rival, body: single })).status).toBe(201)
    for (const line of [at, { ...at, weekday: 2 }, { ...at, dates: ['2027-01-05'], weekly: weeks }])
      expect((await house.call('POST', base, { as: rival, body: { ...about, lines: [line] } })).body.code).toBe('invalid_body')
  })

  it('takes every date at once, at club prices, and tells by mail', async () => {
    const { status, body } = await submit(club, [weekly(1, { except: ['2027-02-09'] }), weekly(2, { weekday: 4 })])
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'submitted', amount: 25 * 900 })
    expect(body.orderNo).toMatch(/^P261201[2-9A-HJ-NP-Z]{7}$/)
    expect(body.lines.map(({ held, refused }: { held: []; refused: [] }) => [held.length, refused.length])).toEqual([
      [12, 0],
      [13, 0],
    ])
    expect(await occupied()).toBe(25)
    const [mail] = await house.inbox(club.email)
    expect(mail).toMatchObject({ subject: '已登記：週二練球' })
    expect(mail!.body).toContain('羽球場 1　每週二 19:00–21:00')
  })

  it('loses all or, when the community says so, only what others have; and learns which and why', async () => {
    await submitted(house, rival, [onDays(1, ['2027-01-05', '2027-01-12'])])
    await closeHall(house, '2027-01-19')
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

  it('names a week with more periods than allowed, and lines that cannot be', async () => {
    await submitted(house, club, [weekly(1)])
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

  it('answers the same draft with the same fields as before, and with others that it is submitted already', async () => {
    const orderNo = (await draft(club, preOrderBody([weekly(1)]))).body.orderNo
    const first = await submit(club, [weekly(1)], { orderNo })
    expect(first).toMatchObject({ status: 201, body: { orderNo } })
    expect((await submit(club, [weekly(1)], { orderNo })).body).toEqual(first.body)
    expect(await submit(club, [weekly(2)], { orderNo })).toMatchObject({ status: 409, body: { code: 'already_submitted' } })
    expect(await draft(club, preOrderBody([], { orderNo }))).toMatchObject({ status: 409, body: { code: 'already_submitted' } })
    expect(await submit(rival, [weekly(2)], { orderNo })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await occupied()).toBe(13)
  })

  it('B24 keeps documents with it, also without a draft, and knows none that are not the community’s own', async () => {
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
    const kept = await house.db.selectFrom('files').select('kept_at').execute()
    expect(kept.every(({ kept_at }) => kept_at !== null)).toBe(true)
  })
})

describe('edit, cancel and read (B23, B25, B16, B21)', () => {
  beforeEach(() => newRound(house))

  it('keeps what stays, frees what goes, takes what is new; an hour later on the same court is no conflict with itself', async () => {
    const orderNo = await submitted(house, club, [weekly(1)])
    const ids = async () =>
      new Map((await detail(club, orderNo)).lines[0].dates.map(({ id, date }: { id: string; date: string }) => [date, id]))
    const before = await ids()
    const fewer = await edit(club, orderNo, [weekly(1, { except: ['2027-01-05'] })])
    expect(fewer).toMatchObject({ status: 200, body: { amount: 12 * 900 } })
    expect((await ids()).get('2027-01-12')).toBe(before.get('2027-01-12'))
    expect(await occupied()).toBe(12)
    expect((await check(club, [weekly(1, { start: '20:00', end: '22:00' })], { orderNo })).lines[0].dates[0].state).toBe('free')
    const later = await edit(club, orderNo, [weekly(1, { start: '20:00', end: '22:00' })])
    expect(later).toMatchObject({ status: 200, body: { amount: 13 * 900, lines: [{ refused: [] }] } })
    expect(await occupied()).toBe(13)
    expect((await submit(rival, [weekly(1, { start: '18:00', end: '20:00' })])).status, 'what it left is free').toBe(201)
    expect(await edit(club, orderNo, [weekly(1, { start: '19:00', end: '21:00' })])).toMatchObject({
      status: 409,
      body: { code: 'dates_taken' },
    })
    expect(await detail(club, orderNo), 'nothing has changed').toMatchObject({ dates: 13, lines: [{ start: '20:00', end: '22:00' }] })
    expect(await occupied()).toBe(26)
  })

  it('cancels: free for others at once; a draft goes without a trace', async () => {
    const orderNo = await submitted(house, club, [weekly(1)])
    expect((await submit(rival, [weekly(1)])).status).toBe(409)
    const cancel = (as: TestMember, no: string) => house.call('POST', `${base}/Cancel`, { as, body: { orderNo: no } })
    expect((await cancel(rival, orderNo)).status, 'not theirs').toBe(404)
    expect((await cancel(club, orderNo)).status).toBe(200)
    expect(await detail(club, orderNo)).toMatchObject({ status: 'cancelled', dates: 0, may: { edit: false, cancel: false } })
    expect((await submit(rival, [weekly(1)])).status).toBe(201)
    expect(await cancel(club, orderNo)).toMatchObject({ status: 409, body: { code: 'cannot_cancel' } })
    expect(await edit(club, orderNo, [weekly(2)])).toMatchObject({ status: 409, body: { code: 'cannot_edit' } })
    const [file] = await upload(club, ['申請書'])
    const made = (await draft(club, { title: '想一想', documents: [{ fileId: file, kind: 'application' }] })).body.orderNo
    expect((await cancel(club, made)).status).toBe(200)
    expect((await house.call('GET', `${base}/Detail?orderNo=${made}`, { as: club })).status).toBe(404)
    expect(await submit(club, [weekly(3)], { orderNo: made })).toMatchObject({ status: 404 })
  })

  it('lists and shows its own in both languages, and nobody else’s', async () => {
    const orderNo = await submitted(house, club, [weekly(1), onDays(2, ['2027-01-07', '2027-01-14'])])
    house.clock.advance(1000)
    await draft(club, { title: '下一季', lines: [weekly(3)] })
    const mine = await list(club)
    expect(mine).toMatchObject({
      total: 2,
      items: [
        { title: '下一季', status: 'draft', dates: 13, amount: 13 * 900 },
        { orderNo, dates: 15 },
      ],
    })
    expect(mine.items[1].summary).toEqual(['羽球場 1　每週二 19:00–21:00', '羽球場 2　1月7日（四）起 2 天 19:00–21:00'])
    expect((await list(club, '?status=submitted')).total).toBe(1)
    expect((await list(rival)).total).toBe(0)
    expect((await house.call('GET', `${base}/Detail?orderNo=${orderNo}`, { as: rival })).status).toBe(404)
    const english = await house.call('GET', `${base}/Detail?orderNo=${orderNo}`, { as: club, headers: { 'accept-language': 'en' } })
    expect(english.body).toMatchObject({
      summary: ['Court 1, Tuesdays 19:00–21:00', 'Court 2, 2 days from Thu 7 Jan, 19:00–21:00'],
      wishes: [weekly(1), onDays(2, ['2027-01-07', '2027-01-14'])],
      may: { edit: true, cancel: true, addDocuments: true, pay: false },
    })
  })
})

describe('who may, and with what', () => {
  beforeEach(() => newRound(house))
  const calls = (orderNo: string): [string, string, object?][] => [
    ['GET', `${base}/Detail?orderNo=${orderNo}`],
    ['POST', base, preOrderBody([weekly(2)], { orderNo })],
    ['PUT', base, preOrderBody([weekly(2)], { orderNo })],
    ['PUT', `${base}/Draft`, { orderNo, title: '我的' }],
    ['POST', `${base}/Check`, { orderNo, lines: [weekly(2)] }],
    ['PUT', `${base}/Documents`, { orderNo, documents: [{ fileId: crypto.randomUUID(), kind: 'roster' }] }],
    ['POST', `${base}/Cancel`, { orderNo }],
    ['POST', `${base}/GiveBack`, { orderNo, dateId: crypto.randomUUID() }],
  ]

  it('is nobody without a session, no ordinary member, and no other community', async () => {
    const orderNo = await submitted(house, club, [weekly(1)])
    const member = await house.newMember()
    for (const [method, path, body] of calls(orderNo)) {
      const as = (who?: TestMember) => house.call(method, path, { as: who, ...(body ? { body } : {}) })
      expect(await as(), path).toMatchObject({ status: 401, body: { code: 'not_logged_in' } })
      expect(await as(member), path).toMatchObject({ status: 403, body: { code: 'community_only' } })
      expect(await as(rival), path).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  it('is told which field does not fit', async () => {
    const paths = async (body: object) => {
      const answer = await house.call('POST', base, { as: club, body })
      expect(answer.status).toBe(422)
      return answer.body.errors.map(({ path }: { path: string }) => path)
    }
    expect(await paths({})).toEqual(['title', 'purpose', 'contactName', 'contactPhone', 'headcount', 'lines'])
    expect(await paths(preOrderBody([]))).toEqual(['lines'])
    expect(await paths(preOrderBody([{ venue2ndId: 1, start: '19:00', end: '21:00' }]))).toEqual(['lines.0.dates'])
    expect(await paths(preOrderBody([{ ...weekly(1), start: '1900' }], { orderNo: 'X' }))).toEqual(['lines.0.start', 'orderNo'])
    expect(await paths(preOrderBody([{ ...weekly(1), end: '18:00' }]))).toEqual(['lines.0.end'])
    expect(await paths(preOrderBody([weekly(1)], { documents: [{ fileId: 'x', kind: 'song' }] }))).toEqual([
      'documents.0.fileId',
      'documents.0.kind',
    ])
  })
})
