import { afterAll, beforeAll, expect, it } from 'vitest'
import { brokenInvariants } from '#testing/invariants.ts'
import { at } from '#testing/orders.ts'
import { paidAtGateway, payAtGateway } from '#testing/refunds.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { templateFile } from './templates.ts'

let service: TestService
let manager: TestMember
beforeAll(async () => {
  service = await openTestService()
  manager = await service.newMember({ role: 'manager' })
  const facilities = (['badminton-hall', 'school-gym'] as const).flatMap((id) => templateFile(id, '2026-01-01').facilities!)
  const made = await service.call('POST', '/api/Staff/Catalogue/Change', { as: manager, body: { changes: { facilities } } })
  if (made.status !== 200) throw new Error(made.text)
})
afterAll(() => service.close())

const name = { tw: '館慶', en: 'Anniversary' }
async function sendHolidays(call: 'Preview' | 'Change', holidays: object[], confirmTouched = 0) {
  const { revisions } = (await service.call('GET', '/api/Staff/Catalogue', { as: manager })).body
  const body = { changes: { holidays }, basedOn: revisions, ...(call === 'Change' ? { confirmTouched, reason: '館慶' } : {}) }
  return service.call('POST', `/api/Staff/Catalogue/${call}`, { as: manager, body })
}
async function waitingForTopUp(hour: number, to: ReturnType<typeof at>) {
  const me = await service.newMember()
  const { orderNo } = await paidAtGateway(service, me, [at(103, 18, hour)])
  const { id } = (await service.call('GET', `/api/Order/${orderNo}`, { as: me })).body.items[0]
  const asked = await service.call('POST', `/api/Order/Booking/${id}/Move`, {
    as: me,
    body: { moves: 0, ...to, total: 500 },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  return { me, orderNo, topUp: asked.body.topUp.orderNo as string }
}

it('a holiday that closes the centre says so before, cancels and pays back what is booked, and is in the log with that', async () => {
  const member = await service.newMember()
  const { orderNo } = await paidAtGateway(service, member, [at(101, 20, 9)])
  const onIt = await waitingForTopUp(8, at(103, 20, 19))
  const onAnother = await waitingForTopUp(9, at(103, 19, 19))
  const told: string[] = []
  const stop = service.live.watch(['facility:1', 'facility:2'], { tell: (key) => told.push(key), end() {} })

  const closed = [{ day: '2026-11-20', name, closed: true }]
  const plan = await sendHolidays('Preview', closed)
  expect(plan.body.touched).toMatchObject({ count: 1, refund: 300, items: [{ orderNo, why: 'outside_hours' }] })
  expect(plan.body.changes).toMatchObject([{ part: 'holidays', afterText: '館慶（休館）' }])
  expect((await sendHolidays('Change', closed, 1)).status).toBe(200)

  expect((await service.call('GET', `/api/Order/${orderNo}`, { as: member })).body).toMatchObject({ status: 'venue-cancelled' })
  await expect.poll(() => new Set(told)).toEqual(new Set(['facility:1', 'facility:2']))
  stop?.()
  const entry = service.db.selectFrom('audit_log').select('after').where('action', '=', 'holidays.changed').orderBy('id', 'desc')
  expect(await entry.executeTakeFirstOrThrow()).toEqual({ after: { '2026-11-20': { name, closed: true }, cancelledBookings: 1 } })

  const log = (await service.call('POST', '/api/Staff/Audit/List', { as: manager, body: { action: 'holidays.changed' } })).body
  expect(log.items[0].sentence).toMatch(/ 變更了假日$/)
  expect(log.items[0].subject.label).toBe('假日')

  // Money for a move onto the closed day goes back, and the booking stays where it is.
  const stateOf = async ({ me, topUp }: typeof onIt) => (await service.call('GET', `/api/Order/${topUp}`, { as: me })).body.status
  expect([await stateOf(onIt), await stateOf(onAnother)]).toEqual(['cancelled', 'awaiting-payment'])
  await payAtGateway(service, onAnother.me, onAnother.topUp)
  const items = async ({ me, orderNo: no }: typeof onIt) => (await service.call('GET', `/api/Order/${no}`, { as: me })).body.items
  expect(await items(onIt)).toMatchObject([{ ...at(103, 18, 8), pendingMove: null }])
  expect(await items(onAnother)).toMatchObject([at(103, 19, 19)])
  expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])
})

it('a holiday that opens again is shown by the name of the field', async () => {
  const plan = await sendHolidays('Preview', [{ day: '2026-11-20', name }])
  expect(plan.body.changes).toMatchObject([{ fieldLabel: '休館', beforeText: '是', afterText: '' }])
})
