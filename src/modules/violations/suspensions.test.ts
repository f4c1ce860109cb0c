import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeSetting } from '#modules/settings/store.ts'
import { fewLockers } from '#testing/lockers.ts'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { at, placed } from '#testing/orders.ts'
import { pointCalls } from '#testing/points.ts'
import { newRound, onDays, preOrderBody } from '#testing/preorders.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { givePoints } from './give-points.ts'

let service: TestService
let me: TestMember
let manager: TestMember
beforeEach(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  me = await service.newMember()
  manager = await service.newMember({ role: 'manager' })
})
afterEach(() => service.close())

const { idOf, list, order, pointsFor } = pointCalls(() => ({ service, me }))
const appeal = (id: string, more: object = {}, as = me) =>
  service.call('POST', '/api/Violation/Appeal', { as, body: { id, text: '當天臨時住院', ...more } })
const appeals = async () => (await service.call('GET', '/api/Staff/Violation/List', { as: manager })).body.items
const decide = (id: string, decision: 'accept' | 'reject', reason = '', as = manager) =>
  service.call('POST', '/api/Staff/Violation/Decide', { as, body: { id, decision, reason } })

describe('three points', () => {
  it('suspend from booking: reported by the check with the end, and refused in the statement that places the order', async () => {
    await pointsFor(2)
    expect((await order()).status).toBe(201)
    await pointsFor3rd()
    const until = '2027-02-13T02:00:00.000Z'
    expect(await list()).toMatchObject({
      counting: 0,
      suspension: { until },
      points: [{ status: 'used' }, { status: 'used' }, { status: 'used' }],
    })
    const check = await service.call('POST', '/api/Order/Member/Check', { as: me, body: { items: [at(8, 20, 19)] } })
    expect(check.body.problems).toEqual([{ code: 'suspended', title: '停權中，2027年2月13日（六）10:00 前不能預約', until }])
    expect(await order([at(8, 20, 19)])).toMatchObject({
      status: 403,
      body: { code: 'suspended', until, title: check.body.problems[0].title },
    })
    const desk = await service.newMember({ role: 'desk' })
    const forMe = { body: { emailOrAccount: me.account, items: [at(8, 20, 19)] }, headers: { 'idempotency-key': randomUUID() } }
    expect(await service.call('POST', '/api/Staff/Order', { as: desk, ...forMe })).toMatchObject({
      status: 403,
      body: { code: 'suspended' },
    })
    expect((await order([at(8, 20, 19)], await service.newMember())).status, 'nobody else is').toBe(201)
  })

  const pointsFor3rd = async () => {
    const orderNo = await placed(service, me, [at(5, 17, 20)])
    const orderId = await idOf(orderNo)
    await service.db
      .transaction()
      .execute((trx) => givePoints(trx, [{ kind: 'expired', memberId: me.id, orderId, day: null }], service.clock.now()))
  }

  it('suspend from pre-orders too: reported by the check, refused in the statement that submits, for new dates only', async () => {
    await newRound(service)
    const club = await service.newMember({ communityName: '羽球社' })
    const mine = preOrderBody([onDays(1, ['2027-01-05', '2027-01-12'])])
    const draft = await service.call('PUT', '/api/PreOrder/Community/Draft', { as: club, body: mine })
    const named = { ...mine, orderNo: draft.body.orderNo }
    expect((await service.call('POST', '/api/PreOrder/Community', { as: club, body: named })).status).toBe(201)
    await suspend(club)
    const until = '2027-02-13T02:00:00.000Z'
    const problem = { code: 'suspended', title: '停權中，2027年2月13日（六）10:00 前不能預約', until }
    const check = (body: object) => service.call('POST', '/api/PreOrder/Community/Check', { as: club, body })
    expect((await check({ lines: [] })).body.problems).toEqual([problem])
    const submit = (body: object, method = 'POST') => service.call(method, '/api/PreOrder/Community', { as: club, body })
    expect(await submit(preOrderBody([onDays(2, ['2027-01-06'])]))).toMatchObject({
      status: 403,
      body: { code: 'suspended', until, title: problem.title },
    })
    expect((await submit(named)).status, 'what was submitted before is answered again').toBe(201)
    const more = { lines: [onDays(1, ['2027-01-05', '2027-01-19'])], orderNo: named.orderNo }
    expect((await check(more)).body.problems).toEqual([problem])
    expect(await submit({ ...named, ...more }, 'PUT')).toMatchObject({ status: 403, body: { code: 'suspended' } })
    const fewer = { lines: [onDays(1, ['2027-01-05'])], orderNo: named.orderNo }
    expect((await check(fewer)).body.problems).toEqual([])
    expect((await submit({ ...named, ...fewer }, 'PUT')).status, 'giving up some is always possible').toBe(200)
    const other = await service.newMember({ communityName: '桌球社' })
    expect(
      (await service.call('POST', '/api/PreOrder/Community', { as: other, body: preOrderBody([onDays(2, ['2027-01-06'])]) })).status,
    ).toBe(201)
  })

  /** By three points of three days. */
  const suspend = async (who: TestMember) => {
    const orderId = await idOf(await placed(service, await service.newMember(), [at(6, 17, 20)]))
    const causes = ['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => ({ kind: 'no-show' as const, memberId: who.id, orderId, day }))
    await service.db.transaction().execute((trx) => givePoints(trx, causes, service.clock.now()))
  }

  it('do not prevent renting a locker, which is no booking', async () => {
    await suspend(me)
    await fewLockers(service.db)
    const rented = await service.call('POST', '/api/Locker/Rent', {
      as: me,
      body: { lockerId: 1, term: 'month' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(rented.status, rented.text).toBe(201)
    const ticket = await service.call('GET', `/api/Order/Ticket/${rented.body.orderNo}`, { as: me })
    expect(ticket, 'and has no ticket').toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('suspend no member of the setting never_suspended', async () => {
    await writeSetting(service.db, 'never_suspended', [me.id], null, service.clock.now())
    await pointsFor(3)
    expect(await list()).toMatchObject({ counting: 3, suspension: null, neverSuspended: true })
    expect((await order()).status).toBe(201)
  })

  it('do not refuse a repeated request with the idempotency key of an existing order', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const first = await service.call('POST', '/api/Order/Member', { as: me, body: { items: [at(8, 20, 19)] }, headers: key })
    await pointsFor(3)
    const second = await service.call('POST', '/api/Order/Member', { as: me, body: { items: [at(8, 20, 19)] }, headers: key })
    expect(second).toMatchObject({ status: 201, body: { orderNo: first.body.orderNo } })
  })

  it('are announced by a mail with the end of the suspension', async () => {
    await pointsFor(3)
    await service.writeLetters()
    expect(await service.mail(me.email, '停權通知：2027年2月13日（六）10:00 前不能預約')).toBeDefined()
  })

  it('make one suspension when they are given at the same moment, and do not count again', async () => {
    const orderIds: string[] = []
    for (let n = 0; n < 4; n++) orderIds.push(await idOf(await placed(service, me, [at(1, 16 + n, 8)])))
    await Promise.all(
      orderIds.map((orderId) =>
        service.db
          .transaction()
          .execute((trx) => givePoints(trx, [{ kind: 'expired', memberId: me.id, orderId, day: null }], service.clock.now())),
      ),
    )
    expect(await service.db.selectFrom('suspensions').select('id').execute()).toHaveLength(1)
    expect(await list()).toMatchObject({ counting: 1 })
  })

  it('allow booking again when the suspension has ended', async () => {
    await pointsFor(3)
    await service.db
      .updateTable('suspensions')
      .set({ ends_at: new Date(service.clock.now().getTime() + 1) })
      .execute()
    service.clock.advance(1)
    expect((await order()).status).toBe(201)
    expect(await list()).toMatchObject({ suspension: null, counting: 0 })
  })
})

describe('an appeal', () => {
  it('with text and file, accepted, withdraws the point, lifts the suspension, and sends a mail', async () => {
    await pointsFor(3)
    const form = new FormData()
    form.set('upload', new File([samplePdf('proof')], 'proof.pdf'))
    const fileId = (await service.call('POST', '/api/Upload', { as: me, body: form })).body.id
    const { points } = await list()
    expect((await appeal(points[0].id, { fileId })).status).toBe(204)
    expect((await list()).points[0]).toMatchObject({ mayAppeal: false, appeal: { status: 'open', text: '當天臨時住院', fileId } })
    const [open] = await appeals()
    expect(open).toMatchObject({
      account: me.account,
      orderNo: points[0].orderNo,
      text: '當天臨時住院',
      fileId,
      suspendedUntil: expect.any(String),
    })
    expect((await service.call('GET', `/api/File/${fileId}`, { as: manager })).status).toBe(200)

    expect(await decide(open.appealId, 'accept')).toMatchObject({ status: 200, body: { suspensionLifted: true } })
    expect(await list()).toMatchObject({
      suspension: null,
      counting: 2,
      points: [{ status: 'removed', removal: 'appeal', appeal: { status: 'accepted' } }, { status: 'counts' }, { status: 'counts' }],
    })
    expect((await order()).status).toBe(201)
    expect(await decide(open.appealId, 'reject', '不')).toMatchObject({ status: 409, body: { code: 'already_decided' } })
    const told = await service.mail(me.email, '申訴結果：已通過，恢復預約')
    expect(told?.body).toMatch(/http:\/\/localhost:3000\/member\/violation\?signed=[\w-]{22}/)
    expect(await appeals()).toEqual([])
    const { violations } = (await service.call('GET', '/api/AccountMember/Export', { as: me })).body
    expect(violations).toHaveLength(3)
    expect(violations[0]).toMatchObject({ kind: 'expired', removedAt: expect.any(String), appeal: { status: 'accepted', fileId } })
  })

  it('that is rejected gives the reason and changes nothing', async () => {
    await pointsFor(3)
    const { points } = await list()
    await appeal(points[0].id)
    const [open] = await appeals()
    expect((await decide(open.appealId, 'reject')).status, 'a reason is needed').toBe(422)
    expect(await decide(open.appealId, 'reject', '監視器顯示未到場')).toMatchObject({ status: 200, body: { suspensionLifted: false } })
    expect(await list()).toMatchObject({
      suspension: expect.anything(),
      points: [{ status: 'used', appeal: { status: 'rejected', reason: '監視器顯示未到場' } }, {}, {}],
    })
    expect(await appeal(points[0].id)).toMatchObject({ status: 409, body: { code: 'already_appealed' } })
  })

  it('does not lift a suspension that another point can replace', async () => {
    await pointsFor(3)
    const orderNo = await placedBehind()
    await service.db
      .transaction()
      .execute(async (trx) =>
        givePoints(trx, [{ kind: 'no-show', memberId: me.id, orderId: orderNo, day: '2026-11-18' }], service.clock.now()),
      )
    expect(await list()).toMatchObject({ counting: 1 })
    const { points } = await list()
    await appeal(points.find(({ status }: { status: string }) => status === 'used').id)
    const [open] = await appeals()
    expect((await decide(open.appealId, 'accept')).body).toEqual({ suspensionLifted: false })
    expect(await list()).toMatchObject({ counting: 0, suspension: expect.anything() })
  })

  /** Any order of theirs. */
  const placedBehind = async () => (await service.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()).id

  it('is for the member alone, once, and for a point that still counts', async () => {
    await pointsFor(1)
    const [point] = (await list()).points
    expect((await service.call('POST', '/api/Violation/Appeal', { body: { id: point.id, text: 'x' } })).status).toBe(401)
    expect((await appeal(point.id, {}, await service.newMember())).status).toBe(404)
    expect((await appeal(randomUUID())).status).toBe(404)
    for (const rubbish of [{ id: 7 }, { text: '' }, { text: 'x'.repeat(1001) }, { fileId: 'no' }, { text: null }])
      expect((await appeal(point.id, rubbish)).status, JSON.stringify(rubbish)).toBe(422)
    expect(await appeal(point.id, { fileId: randomUUID() })).toMatchObject({ status: 422, body: { code: 'no_such_file' } })
    const both = await Promise.all([appeal(point.id), appeal(point.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect((await decide(randomUUID(), 'accept')).status).toBe(404)
    expect((await decide((await appeals())[0].appealId, 'accept', '', me)).status).toBe(403)
  })

  it('is decided once when two decide at the same moment', async () => {
    await pointsFor(1)
    await appeal((await list()).points[0].id)
    const [open] = await appeals()
    const both = await Promise.all([decide(open.appealId, 'accept'), decide(open.appealId, 'reject', '不')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})
