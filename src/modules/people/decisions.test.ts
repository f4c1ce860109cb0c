import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeSetting } from '#modules/settings/store.ts'
import { at, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let me: TestMember
let desk: TestMember
let manager: TestMember
let other: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  desk = await service.newMember({ role: 'desk' })
  manager = await service.newMember({ role: 'manager' })
  other = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())
beforeEach(async () => {
  me = await service.newMember()
})

const card = async () => (await service.call('GET', `/api/Staff/Person/${me.id}`, { as: desk })).body
const post = (path: string, body: object, as = manager) => service.call('POST', `/api/Staff/Person/${path}`, { as, body })
const audited = async (action: string) =>
  service.db
    .selectFrom('audit_log')
    .select(['member_id', 'note', 'before', 'after'])
    .where('action', '=', action)
    .where('subject_id', '=', me.id)
    .execute()
const place = (hour: number) =>
  service.call('POST', '/api/Order/Member', {
    as: me,
    body: { items: [at(3, 21, hour)] },
    headers: { 'idempotency-key': randomUUID() },
  })

describe('a point by staff', () => {
  it('is given once for an order on a day, with a reason that the member reads; withdrawn, it may be given again', async () => {
    const orderNo = await placed(service, me, [at(1, 20, 19)])
    const given = { id: me.id, orderNo, reason: '在球場內抽菸' }
    expect((await post('Point/Give', given, desk)).status, 'managers only').toBe(403)
    expect((await post('Point/Give', { ...given, reason: ' ' })).status).toBe(422)
    expect((await post('Point/Give', { ...given, orderNo: 'no such' })).status).toBe(422)
    expect((await post('Point/Give', { ...given, id: other.id })).status, 'of somebody else').toBe(404)

    // A double click
    expect((await Promise.all([1, 2].map(() => post('Point/Give', given)))).map(({ status }) => status)).toEqual([204, 204])
    expect(await post('Point/Give', given, other)).toMatchObject({ status: 409, body: { code: 'point_given' } })
    const { points, counting } = await card()
    expect(points).toEqual([expect.objectContaining({ kind: 'staff', reason: '在球場內抽菸', orderNo, status: 'counts' })])
    expect(counting).toBe(1)
    expect(await audited('point.given')).toEqual([expect.objectContaining({ member_id: manager.id, note: '在球場內抽菸' })])

    await service.writeLetters()
    expect((await service.mail(me.email, '違規記點通知'))?.body).toContain('在球場內抽菸')
    const mine = (await service.call('GET', '/api/Violation/List', { as: me })).body
    expect(mine.points[0]).toMatchObject({ kind: 'staff', reason: '在球場內抽菸', mayAppeal: true })

    expect((await post('Point/Withdraw', { pointId: points[0].id, reason: '認錯人' })).status).toBe(204)
    await service.writeLetters()
    expect((await service.mail(me.email, '違規記點已撤銷'))?.body).toContain(orderNo)
    expect((await post('Point/Give', given)).status).toBe(204)
    expect((await card()).points.map(({ status }: { status: string }) => status).toSorted()).toEqual(['counts', 'removed'])
  })

  it('suspends with enough others, and withdrawing it lifts the suspension', async () => {
    for (const n of [1, 2, 3])
      await post('Point/Give', { id: me.id, orderNo: await placed(service, me, [at(n, 17 + n, 10 + n)]), reason: `第 ${n} 次` })
    const { suspension, points } = await card()
    expect(suspension).toMatchObject({ reason: '', hasBegun: true })
    expect((await place(8)).body.code).toBe('suspended')
    expect((await post('Point/Withdraw', { pointId: points[0].id, reason: '認錯人' })).status).toBe(204)
    await service.writeLetters()
    expect((await service.mail(me.email, '違規記點已撤銷'))?.body).toContain('停權同時解除')
    expect((await card()).suspension).toBeNull()
    expect((await place(8)).status).toBe(201)
  })
})

describe('a suspension by staff', () => {
  it('keeps from booking until it is over or lifted; both are told, and asked twice they happen once', async () => {
    const suspended = { id: me.id, days: 7, reason: '破壞設備' }
    expect((await post('Suspend', suspended, desk)).status, 'managers only').toBe(403)
    for (const days of [0, 366, 1.5]) expect((await post('Suspend', { ...suspended, days })).status, String(days)).toBe(422)
    expect((await post('Suspend', { ...suspended, id: randomUUID() })).status).toBe(404)

    expect((await Promise.all([1, 2].map(() => post('Suspend', suspended)))).map(({ status }) => status)).toEqual([204, 204])
    expect(await post('Suspend', { ...suspended, days: 9 }, other)).toMatchObject({ status: 409, body: { code: 'already_suspended' } })
    const { suspension } = await card()
    expect(suspension).toMatchObject({ reason: '破壞設備', until: new Date(service.clock.now().getTime() + 7 * 86_400_000).toISOString() })
    expect((await place(9)).body.code).toBe('suspended')
    const mine = (await service.call('GET', '/api/Violation/List', { as: me })).body
    expect(mine.suspension).toMatchObject({ reason: '破壞設備' })
    await service.writeLetters()
    const mails = (await service.inbox(me.email, 1)).filter(({ body }) => body.includes('破壞設備'))
    expect(mails).toHaveLength(1)

    const lifted = { suspensionId: suspension.id, reason: '已賠償' }
    expect((await post('Lift', lifted, desk)).status, 'managers only').toBe(403)
    const statuses = (await Promise.all([1, 2].map(() => post('Lift', lifted)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([204, 409])
    expect((await card()).suspension).toBeNull()
    expect((await place(9)).status).toBe(201)
    await service.writeLetters()
    expect(await service.mail(me.email, '停權已解除，您可以預約了')).toBeDefined()
    expect(await audited('member.suspended')).toEqual([expect.objectContaining({ note: '破壞設備', after: { days: 7 } })])
    expect(await audited('member.suspension_lifted')).toEqual([expect.objectContaining({ note: '已賠償' })])
  })

  it('is not for a shared account, and lifting one by points uses the points up', async () => {
    await writeSetting(service.db, 'never_suspended', [me.id], null, service.clock.now())
    expect(await post('Suspend', { id: me.id, days: 7, reason: '試試' })).toMatchObject({ status: 409, body: { code: 'never_suspended' } })
    await writeSetting(service.db, 'never_suspended', [], null, service.clock.now())
    for (const n of [1, 2, 3])
      await post('Point/Give', { id: me.id, orderNo: await placed(service, me, [at(n, 17 + n, 15 + n)]), reason: `第 ${n} 次` })
    const { suspension } = await card()
    expect((await post('Lift', { suspensionId: suspension.id, reason: '初犯' })).status).toBe(204)
    await post('Point/Give', { id: me.id, orderNo: await placed(service, me, [at(4, 22, 14)]), reason: '第 4 次' })
    expect(await card()).toMatchObject({ suspension: null, counting: 1 })
  })
})

describe('the identity', () => {
  const priced = async () =>
    (await service.db.selectFrom('priced_members').select('price_identity_id').where('id', '=', me.id).executeTakeFirstOrThrow())
      .price_identity_id

  it('is changed by the desk that has seen a proof, which is good for as long as the identity says', async () => {
    await sql`update identities set proof_months = 12 where id = 6`.execute(service.db)
    const change = { id: me.id, identityId: 6 }
    const twice = await Promise.all([1, 2].map(() => post('Identity', change, desk)))
    expect(twice.map(({ status }) => status)).toEqual([204, 204])
    const { identity, proofs } = await card()
    expect(identity).toMatchObject({ id: 6, state: 'approved', validUntil: '2027-11-15' })
    expect(proofs).toEqual([expect.objectContaining({ state: 'approved', file: null, validUntil: '2027-11-15' })])
    expect(await priced()).toBe(6)
    expect((await service.call('GET', '/api/AccountMember', { as: me })).body.identity).toMatchObject({ state: 'approved', proof: null })
    expect((await service.mail(me.email, '您的身分已更新：敬老（65 歲以上）'))?.body).toContain('2027')
    expect(await audited('person.identity_changed')).toEqual([
      expect.objectContaining({
        member_id: desk.id,
        before: { identity: { tw: '一般民眾', en: 'General public' } },
        after: { identity: { tw: '敬老（65 歲以上）', en: 'Senior (65+)' }, expiresAt: '2027-11-15', proofSeen: true },
      }),
    ])

    // Seen again a day later it is good for longer, and back to the public's price it needs nothing.
    service.clock.advance(86_400_000)
    await service.keepSessions()
    expect((await post('Identity', change, desk)).status).toBe(204)
    expect((await card()).identity.validUntil).toBe('2027-11-16')
    expect((await post('Identity', { id: me.id, identityId: 1 }, desk)).status).toBe(204)
    expect(await priced()).toBe(1)
    expect((await card()).proofs).toHaveLength(2)
  })

  it('of communities is only for approved ones, a retired one for nobody, and a proof that waits is replaced', async () => {
    const change = (identityId: number) => post('Identity', { id: me.id, identityId }, desk)
    expect(await change(9)).toMatchObject({ status: 422, body: { code: 'identity_for_communities' } })
    expect((await card()).identities.map(({ id }: { id: number }) => id)).not.toContain(9)
    expect(await change(99)).toMatchObject({ status: 422, body: { code: 'no_such_identity' } })
    await sql`update identities set retired_at = now() where id = 5`.execute(service.db)
    expect(await change(5)).toMatchObject({ status: 422, body: { code: 'no_such_identity' } })
    await sql`insert into communities (member_id, name, registration_no, representative, state, submitted_at)
      values (${me.id}, '晨泳會', '1', '林', 'approved', now())`.execute(service.db)
    expect((await change(9)).status).toBe(204)
    expect(await priced()).toBe(9)
    expect((await post('Identity', { id: randomUUID(), identityId: 1 }, desk)).status).toBe(404)
  })
})

it('nobody decides about themselves', async () => {
  const own = manager.id
  const orderNo = await placed(service, manager, [at(2, 21, 19)])
  const refused = { status: 403, body: { code: 'own_card' } }
  expect(await post('Point/Give', { id: own, orderNo, reason: '自己' })).toMatchObject(refused)
  expect(await post('Suspend', { id: own, days: 3, reason: '自己' })).toMatchObject(refused)
  expect(await post('Identity', { id: own, identityId: 6 })).toMatchObject(refused)
  await post('Point/Give', { id: own, orderNo, reason: '別人' }, other)
  await post('Suspend', { id: own, days: 3, reason: '別人' }, other)
  const { points, suspension } = (await service.call('GET', `/api/Staff/Person/${own}`, { as: desk })).body
  expect(await post('Point/Withdraw', { pointId: points[0].id, reason: '自己' })).toMatchObject(refused)
  expect(await post('Lift', { suspensionId: suspension.id, reason: '自己' })).toMatchObject(refused)
})
