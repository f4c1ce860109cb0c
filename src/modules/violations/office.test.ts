import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { pointCalls } from '#testing/points.ts'
import { mailAbout } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
let manager: TestMember
let me: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  manager = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())

const { list, pointsFor } = pointCalls(() => ({ service, me }))
const get = async (path: string, as = manager) => (await service.call('GET', `/api/Staff/Point/${path}`, { as })).body
const post = (path: string, body: object, as = manager) => service.call('POST', `/api/Staff/Point/${path}`, { as, body })
const appeal = async (id: string) => service.call('POST', '/api/Violation/Appeal', { as: me, body: { id, text: '系統當機付不了款' } })
const decide = (id: string, decision: 'accept' | 'reject', as = manager) =>
  service.call('POST', '/api/Staff/Violation/Decide', { as, body: { id, decision, reason: 'x' } })
/** Somebody new with so many points for orders that were never paid. */
async function pointed(count: number): Promise<{ id: string }[]> {
  me = await service.newMember()
  await pointsFor(count)
  return (await list()).points
}
const day = { from: '2026-11-15T00:00:00+08:00', until: '2026-11-16T00:00:00+08:00', kinds: ['expired'] }

describe('an appeal', () => {
  it('is shown with the booking, the payment, what was told and the other points, and leaves the queue decided', async () => {
    const [point] = await pointed(2)
    await appeal(point!.id)
    const queue = await get('Appeals')
    expect(queue).toMatchObject({ count: 1, items: [{ id: point!.id, person: { id: me.id }, appeal: 'open' }] })
    const evidence = await get(`Evidence/${point!.id}`)
    expect(evidence).toMatchObject({
      order: { status: 'expired', paidAt: null },
      items: [{ checkedInAt: null, missedAt: null }],
      appeal: { status: 'open', text: '系統當機付不了款', file: null },
      counting: 2,
      isOwn: false,
    })
    expect(evidence.others).toHaveLength(1)
    expect(evidence.messages.length).toBeGreaterThanOrEqual(0)
    expect((await decide(evidence.appeal.id, 'reject')).status).toBe(200)
    const { name } = await service.db.selectFrom('members').select('name').where('id', '=', manager.id).executeTakeFirstOrThrow()
    expect(await decide(evidence.appeal.id, 'accept')).toMatchObject({ status: 409, body: { code: 'already_decided', by: name } })
    expect((await get('Appeals')).items).toEqual([])
    const found = await get(`List?appeal=rejected&person=${me.id}`)
    expect(found.items).toMatchObject([{ id: point!.id, status: 'counts', decidedBy: name }])
    expect(await service.call('GET', '/api/Staff/Point/Evidence/00000000-0000-4000-8000-000000000000', { as: manager })).toMatchObject({
      status: 404,
    })
  })

  it('is nobody’s own to decide', async () => {
    me = await service.newMember({ role: 'manager' })
    await pointsFor(1)
    const [point] = (await list()).points
    await appeal(point!.id)
    const evidence = await get(`Evidence/${point!.id}`, me)
    expect(evidence.isOwn).toBe(true)
    expect(await decide(evidence.appeal.id, 'accept', me)).toMatchObject({ status: 403, body: { code: 'own_card' } })
    expect((await decide(evidence.appeal.id, 'accept')).status).toBe(200)
  })
})

describe('the lists', () => {
  it('filter points and suspensions', async () => {
    await pointed(3)
    const suspension = (await get('Suspensions')).items.find(({ person }: any) => person.id === me.id)
    expect(suspension).toMatchObject({ points: 3, isOpen: true, reason: '' })
    const count = async (query: string) => (await get(`List?person=${me.id}&${query}`)).items.length
    expect(await count('status=used')).toBe(3)
    expect(await count('status=counts')).toBe(0)
    expect(await count('kind=no-show')).toBe(0)
    expect(await count('from=2026-11-15&to=2026-11-15')).toBe(3)
    expect(await count('from=2026-11-16')).toBe(0)
    const { facilities } = await get('List')
    const [one] = await Promise.all(facilities.map(async ({ code }: any) => [code, await count(`facility=${code}`)]))
    expect(one).toEqual([facilities[0].code, expect.any(Number)])
    await service.call('POST', '/api/Staff/Person/Lift', { as: manager, body: { suspensionId: suspension.id, reason: 'x' } })
    expect((await get('Suspensions')).items.filter(({ person }: any) => person.id === me.id)).toEqual([])
    expect((await get('Suspensions?state=all')).items.find(({ id }: any) => id === suspension.id)).toMatchObject({ isOpen: false })
  })
})

describe('after an outage', () => {
  it('many points are withdrawn at once: previewed, told once each, suspensions lifted, appeals accepted, and once', async () => {
    await service.db
      .updateTable('violations')
      .set({ removed_at: new Date(), removal: 'withdrawn' })
      .where('removed_at', 'is', null)
      .execute()
    const first = await pointed(3)
    const suspended = me
    await appeal(first[0]!.id)
    await pointed(1)
    const other = me
    const preview = await post('Outage/Preview', day)
    expect(preview.body).toMatchObject({ members: 2, lifted: 1, own: 0 })
    expect(preview.body.points.map(({ person, lifts }: any) => [person.id, lifts])).toEqual([
      ...[1, 2, 3].map(() => [suspended.id, true]),
      [other.id, false],
    ])
    // A preview changes nothing.
    expect((await list(suspended)).suspension).not.toBeNull()
    expect(await post('Outage/Preview', day)).toMatchObject({ body: { members: 2, lifted: 1 } })

    const pointIds = preview.body.points.map(({ id }: any) => id)
    const both = await Promise.all([1, 2, 3].map(() => post('Outage', { pointIds, reason: '系統故障' })))
    expect(both.map(({ body }) => body).toSorted((a, b) => a.points - b.points)).toEqual([
      { points: 0, members: 0, lifted: 0 },
      { points: 0, members: 0, lifted: 0 },
      { points: 4, members: 2, lifted: 1 },
    ])
    expect(await list(suspended)).toMatchObject({
      counting: 0,
      suspension: null,
      points: [{ status: 'removed' }, { status: 'removed' }, { status: 'removed' }],
    })
    expect((await list(suspended)).points.find(({ id }: any) => id === first[0]!.id).appeal).toMatchObject({ status: 'accepted' })
    expect((await get('Appeals')).items).toEqual([])
    const mail = await mailAbout(service, suspended.email, '違規記點已撤銷')
    expect(mail.body).toContain('停權同時解除')
    await mailAbout(service, other.email, '違規記點已撤銷')
    const mails = (await service.inbox(suspended.email)).filter(({ subject }) => subject?.includes('違規記點已撤銷'))
    expect(mails).toHaveLength(1)
    const entries = await service.db
      .selectFrom('audit_log')
      .select(['subject_kind', 'note'])
      .where('action', 'like', 'point%withdrawn')
      .execute()
    expect(entries.map(({ subject_kind }) => subject_kind).toSorted()).toEqual(['member', 'member', 'points'])
    expect(entries.every(({ note }) => note === '系統故障')).toBe(true)
    expect((await post('Outage/Preview', day)).body.points).toEqual([])
    expect((await post('Outage/Preview', { ...day, until: day.from })).status).toBe(422)
  })

  it('spares the points of whoever asks', async () => {
    me = await service.newMember({ role: 'manager' })
    await pointsFor(1)
    expect((await post('Outage/Preview', day, me)).body).toMatchObject({ points: [], own: 1 })
    const [point] = (await list()).points
    expect((await post('Outage', { pointIds: [point!.id], reason: 'x' }, me)).body).toEqual({ points: 0, members: 0, lifted: 0 })
    expect((await list()).counting).toBe(1)
  })
})
