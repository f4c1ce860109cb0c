import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newRound, roundBody, submitted, weekly } from '#testing/preorders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let manager: TestMember
let desk: TestMember
let roundId: number
beforeAll(async () => {
  service = await openTestService({ start: new Date('2026-12-22T12:00:00.000+08:00') })
  await smallCentre(service.db)
  roundId = await newRound(service)
  manager = await service.newMember({ role: 'manager' })
  desk = await service.newMember({ role: 'desk' })
})
afterAll(() => service.close())

const season = async () => (await service.call('GET', `/api/Staff/Season/${roundId}`, { as: desk })).body
const bulk = (reviews: object[], as = desk) => service.call('POST', '/api/Staff/PreOrder/Review/Bulk', { as, body: { reviews } })
const requestOf = async (orderNo: string) => (await season()).requests.find((one: { orderNo: string }) => one.orderNo === orderNo)
const auditedFor = (orderNo: string) =>
  service.db.selectFrom('audit_log').select('action').where('subject_kind', '=', 'preorder').where('subject_id', '=', orderNo).execute()

describe('a season for staff', () => {
  it('shows every club by court, weekday and hour, what is missing, and who has a date that was refused', async () => {
    const [first, second] = [await service.newMember({ communityName: '青禾' }), await service.newMember({ communityName: '湖畔' })]
    const firstNo = await submitted(service, first, [weekly(1, { except: ['2027-01-12'] })])
    service.clock.advance(1000)
    const secondNo = await submitted(service, second, [weekly(1)], { acceptPartial: true })
    const shown = await season()
    expect(shown.round).toMatchObject({ id: roundId, version: 1, phase: 'open' })
    expect(shown.requests.map(({ orderNo }: { orderNo: string }) => orderNo)).toEqual([firstNo, secondNo])
    expect(shown.requests[1]).toMatchObject({
      club: '湖畔',
      held: 1,
      asked: 13,
      missing: ['application', 'affidavit', 'roster'],
      status: 'submitted',
    })
    expect(shown.requests[1].lost).toHaveLength(12)
    expect(shown.requests[1].lost[0]).toMatchObject({
      date: '2027-01-05',
      why: 'taken',
      reason: '已被登記',
      by: { orderNo: firstNo, club: '青禾' },
    })
    expect(shown.plan).toMatchObject([
      { orderNo: firstNo, club: '青禾', courtId: 1, weekday: 2, start: '19:00', end: '21:00', of: 13 },
      { orderNo: secondNo, days: ['2027-01-12'] },
    ])
    expect(shown.facilities[0]).toMatchObject({ id: 1, courts: expect.arrayContaining([{ id: 1, name: expect.any(String) }]) })
    expect((await service.call('GET', '/api/Staff/Season/999', { as: desk })).status).toBe(404)
  })

  it('is exported as CSV and as a workbook, which is written down', async () => {
    const csv = await service.call('GET', `/api/Staff/Season/${roundId}/Export.csv`, { as: desk })
    expect(csv.headers.get('content-disposition')).toContain(`season-${roundId}.csv`)
    expect(csv.text.split('\r\n')[0]).toContain('社團')
    expect(csv.text).toContain('2027-01-05 已被登記 青禾')
    const xlsx = await service.app.request(`/api/Staff/Season/${roundId}/Export.xlsx`, {
      headers: { authorization: `Bearer ${desk.token}` },
    })
    expect(
      Buffer.from(await xlsx.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
    expect((await service.db.selectFrom('audit_log').select('id').where('action', '=', 'round.exported').execute()).length).toBe(2)
    expect((await service.call('GET', '/api/Staff/Season/999/Export.csv', { as: desk })).status).toBe(404)
  })
})

describe('deciding about many', () => {
  it('decides each on its own, says line by line what was refused, and does nothing twice', async () => {
    const clubs = await Promise.all([3, 4, 5].map((day) => service.newMember({ communityName: `週${day}隊` })))
    const numbers: string[] = []
    for (const [n, club] of clubs.entries()) numbers.push(await submitted(service, club, [weekly(2, { weekday: n + 3 })]))
    await service.call('POST', '/api/PreOrder/Community/Cancel', { as: clubs[1]!, body: { orderNo: numbers[1] } })
    const reviews = [
      { orderNo: numbers[0], decision: 'approved' },
      { orderNo: numbers[1], decision: 'approved' },
      { orderNo: numbers[2], decision: 'needs-documents', note: '名冊', missingKinds: ['roster'] },
      { orderNo: 'P261222AAAAAAA', decision: 'approved' },
    ]
    const answer = await bulk(reviews)
    expect(answer.status).toBe(200)
    expect(answer.body.lines).toMatchObject([
      { orderNo: numbers[0], isDone: true, status: 'approved', payOrderNo: expect.stringMatching(/^F/), code: null },
      { orderNo: numbers[1], isDone: false, status: 'cancelled', code: 'already_reviewed', reason: expect.stringContaining('社團') },
      { orderNo: numbers[2], isDone: true, status: 'needs-documents' },
      { isDone: false, code: 'not_found' },
    ])
    const again = await bulk(reviews)
    expect(again.body).toEqual(answer.body)
    expect(await auditedFor(numbers[0]!)).toHaveLength(1)
    expect(await auditedFor(numbers[2]!), 'one mail, one entry').toHaveLength(1)
    expect(await requestOf(numbers[0]!)).toMatchObject({ status: 'approved', payOrderNo: answer.body.lines[0].payOrderNo })

    const late = await bulk([{ orderNo: numbers[0], decision: 'rejected', note: '太晚' }], manager)
    expect(late.body.lines[0]).toMatchObject({ isDone: false, status: 'approved', code: 'already_reviewed' })
    expect(late.body.lines[0].reason).toContain(await nameOf(desk))
    expect((await bulk([{ orderNo: numbers[2], decision: 'rejected' }])).status, 'without a note').toBe(422)
    expect((await bulk([])).status).toBe(422)
    expect(
      (
        await service.call('POST', '/api/Staff/PreOrder/Review', {
          as: manager,
          body: { orderNo: numbers[0], decision: 'rejected', note: 'x' },
        })
      ).body,
    ).toMatchObject({
      status: 409,
      code: 'already_reviewed',
      state: 'approved',
      decidedBy: await nameOf(desk),
      isYou: false,
    })
  })

  const nameOf = async ({ id }: TestMember) =>
    (await service.db.selectFrom('members').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
})

describe('changing a round', () => {
  const window = () => {
    const at = (hours: number) => new Date(service.clock.now().getTime() + hours * 3_600_000)
    return { viewStart: at(-24), orderStart: at(-1), end: at(7 * 24) }
  }
  const put = (more: object, as = manager) =>
    service.call('PUT', '/api/Staff/Round', { as, body: { ...roundBody(window()), id: roundId, ...more } })

  it('tells the second of two editors who was faster, and what the round is now', async () => {
    const other = await service.newMember({ role: 'admin' })
    const { version } = (await season()).round
    expect((await put({ version, payDays: 9 }, other)).status).toBe(200)
    const refused = await put({ version, periodsPerWeek: 3 })
    expect(refused.body).toMatchObject({ status: 409, code: 'changed_meanwhile', now: { version: version + 1, payDays: 9 } })
    expect(refused.body.changedBy).toBe(
      (await service.db.selectFrom('members').select('name').where('id', '=', other.id).executeTakeFirstOrThrow()).name,
    )
    expect((await season()).round).toMatchObject({ payDays: 9, periodsPerWeek: 2, version: version + 1, changedBy: refused.body.changedBy })
    expect((await put({ version: version + 1, periodsPerWeek: 3, payDays: 9 })).status).toBe(200)
    expect((await put({ id: 999, version: 1 })).status).toBe(404)
  })

  it('is previewed as clubs will see it, with the dates that it would no longer offer; nothing is saved', async () => {
    const preview = (more: object) =>
      service.call('POST', '/api/Staff/Round/Preview', { as: manager, body: { ...roundBody(window()), id: roundId, ...more } })
    const before = (await season()).round
    const shown = await preview({ nameTw: '新名字', previewFacility: 2 })
    expect(shown.body).toMatchObject({ round: { name: '新名字', phase: 'open' }, outside: { dates: 0, clubs: 0 } })
    expect(shown.body.facilities.map(({ id }: { id: number }) => id)).toEqual([1, 2])
    expect(shown.body.schedule.slots[0].start).toBe('18:00')
    const smaller = await preview({ facilities: [{ venue1stId: 2, opens: '18:00', closes: '22:00' }] })
    expect(smaller.body.outside.clubs).toBeGreaterThan(0)
    const wrong = await preview({ seasonTo: '2029-01-01' })
    expect(wrong.body).toMatchObject({ status: 422, code: 'round_invalid', errors: [{ path: 'seasonTo' }] })
    expect((await season()).round).toEqual(before)
  })

  it('begins with the centre’s usual numbers and the hours of its facilities', async () => {
    const fresh = (await service.call('GET', '/api/Staff/Round/New?seasonFrom=2027-04-05&seasonTo=2027-06-30', { as: manager })).body
    expect(fresh).toMatchObject({
      periodsPerWeek: 2,
      documents: expect.arrayContaining([expect.objectContaining({ kind: 'roster', isAsked: true })]),
    })
    expect(fresh.facilities[0].slots.length).toBeGreaterThan(3)
    const { rows } = await sql`select from rounds`.execute(service.db)
    expect(rows).toHaveLength(1)
  })
})
