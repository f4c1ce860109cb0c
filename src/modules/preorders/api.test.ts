import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { communityCalls, communityPath as base, newRound, onDays, preOrderBody, submitted, weekly } from '#testing/preorders.ts'
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

const { submit, edit, draft, check, detail, list, occupied, upload } = communityCalls(() => service)

describe('edit, cancel and read (B23, B25, B16, B21)', () => {
  beforeEach(() => newRound(service))

  it('an edit keeps unchanged dates, frees removed ones and takes new ones; an hour later on the same court is no conflict with itself', async () => {
    const orderNo = await submitted(service, club, [weekly(1)])
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

  it('cancelling frees the dates at once; a draft is deleted', async () => {
    const orderNo = await submitted(service, club, [weekly(1)])
    expect((await submit(rival, [weekly(1)])).status).toBe(409)
    const cancel = (as: TestMember, no: string) => service.call('POST', `${base}/Cancel`, { as, body: { orderNo: no } })
    expect((await cancel(rival, orderNo)).status, 'not theirs').toBe(404)
    expect((await cancel(club, orderNo)).status).toBe(200)
    expect(await detail(club, orderNo)).toMatchObject({ status: 'cancelled', dates: 0, may: { edit: false, cancel: false } })
    expect((await submit(rival, [weekly(1)])).status).toBe(201)
    expect(await cancel(club, orderNo)).toMatchObject({ status: 409, body: { code: 'cannot_cancel' } })
    expect(await edit(club, orderNo, [weekly(2)])).toMatchObject({ status: 409, body: { code: 'cannot_edit' } })
    const [file] = await upload(club, ['申請書'])
    const made = (await draft(club, { title: '想一想', documents: [{ fileId: file, kind: 'application' }] })).body.orderNo
    expect((await cancel(club, made)).status).toBe(200)
    expect((await service.call('GET', `${base}/Detail?orderNo=${made}`, { as: club })).status).toBe(404)
    expect(await submit(club, [weekly(3)], { orderNo: made })).toMatchObject({ status: 404 })
  })

  it('a community lists and reads its own pre-orders in both languages, and no others', async () => {
    const orderNo = await submitted(service, club, [weekly(1), onDays(2, ['2027-01-07', '2027-01-14'])])
    service.clock.advance(1000)
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
    expect((await service.call('GET', `${base}/Detail?orderNo=${orderNo}`, { as: rival })).status).toBe(404)
    const english = await service.call('GET', `${base}/Detail?orderNo=${orderNo}`, { as: club, headers: { 'accept-language': 'en' } })
    expect(english.body).toMatchObject({
      summary: ['Court 1, Tuesdays 19:00–21:00', 'Court 2, 2 days from Thu 7 Jan, 19:00–21:00'],
      wishes: [weekly(1), onDays(2, ['2027-01-07', '2027-01-14'])],
      may: { edit: true, cancel: true, addDocuments: true, pay: false },
    })
  })
})

describe('access and validation', () => {
  beforeEach(() => newRound(service))
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

  it('visitors, ordinary members and other communities are refused', async () => {
    const orderNo = await submitted(service, club, [weekly(1)])
    const member = await service.newMember()
    for (const [method, path, body] of calls(orderNo)) {
      const as = (who?: TestMember) => service.call(method, path, { as: who, ...(body ? { body } : {}) })
      expect(await as(), path).toMatchObject({ status: 401, body: { code: 'not_logged_in' } })
      expect(await as(member), path).toMatchObject({ status: 403, body: { code: 'community_only' } })
      expect(await as(rival), path).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  it('invalid fields are named', async () => {
    const paths = async (body: object) => {
      const answer = await service.call('POST', base, { as: club, body })
      expect(answer.status).toBe(422)
      return answer.body.errors.map(({ path }: { path: string }) => path)
    }
    expect(await paths({})).toEqual(['title', 'purpose', 'contactName', 'contactPhone', 'headcount', 'lines'])
    expect(await paths(preOrderBody([]))).toEqual(['lines'])
    expect(await paths(preOrderBody([{ venue2ndId: 1, start: '19:00', end: '21:00' }]))).toEqual(['lines.0.dates'])
    expect(await paths(preOrderBody([{ ...weekly(1), start: '1900' }], { orderNo: 'X' }))).toEqual(['lines.0.start', 'orderNo'])
    expect(await paths(preOrderBody([{ ...weekly(1), end: '18:00' }]))).toEqual(['lines.0.end'])
    expect(await paths(preOrderBody([weekly(1)], { documents: [{ fileId: 'x', kind: 'Not a code' }] }))).toEqual([
      'documents.0.fileId',
      'documents.0.kind',
    ])
  })
})
