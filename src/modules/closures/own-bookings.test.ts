import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closureCalls } from '#testing/closures.ts'
import { fault } from '#testing/feedback.ts'
import { begun, untilBlocked } from '#testing/moments.ts'
import { at, paid, paidIn, placed, type Item } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let desk: TestMember
let manager: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
})
beforeEach(async () => {
  desk = await service.newMember({ role: 'desk' })
  manager = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())
const closures = closureCalls(() => service)
const post = (path: string, body: object, as: TestMember) => service.call('POST', `/api/Staff/${path}`, { as, body })

async function bought(as: TestMember, item: Item): Promise<string> {
  const orderNo = await placed(service, as, [item])
  await paid(service.db, orderNo, service.clock.now())
  return orderNo
}
const orderOf = async (as: TestMember, orderNo: string) => (await service.call('GET', `/api/Order/${orderNo}`, { as })).body
const lastMinute = (court: number, hour: number) => ({
  facilities: [1],
  courts: [court],
  from: '2026-11-15',
  to: '2026-11-15',
  opens: `${hour}:59`,
  closes: `${hour + 1}:00`,
})
const why = { reasonTw: '漏水', reasonEn: 'Leak' }
const own = { status: 403, body: { code: 'own_card' } }

describe('nobody pays themselves back by closing', () => {
  it('a court at the desk: a colleague does, and what nobody has paid is in nobody’s way', async () => {
    const colleague = await service.newMember({ role: 'desk' })
    const orderNo = await bought(desk, at(1, 15, 20))
    const plan = lastMinute(1, 20)
    const { fingerprint } = (await closures.preview(colleague, plan)).body
    expect(await closures.preview(desk, plan)).toMatchObject(own)
    expect(await closures.run(desk, plan, fingerprint)).toMatchObject(own)
    expect(await orderOf(desk, orderNo)).toMatchObject({ status: 'confirmed', owed: 0 })
    expect((await closures.run(colleague, plan, fingerprint)).status).toBe(202)

    await placed(service, desk, [at(2, 15, 20)])
    expect((await closures.preview(desk, lastMinute(2, 20))).status).toBe(200)
  })

  it('a court with the booking of a guest who has one’s own mobile', async () => {
    const orderNo = await bought(await service.newMember(), at(3, 15, 20))
    const guest = await post('Guest', { name: '我自己', mobile: desk.mobile }, manager)
    await service.db.updateTable('orders').set({ member_id: guest.body.memberId }).where('order_no', '=', orderNo).execute()
    expect(await closures.preview(desk, lastMinute(3, 20))).toMatchObject(own)
  })

  it('a facility, the court of a fault, or a day that becomes a holiday, as a manager', async () => {
    const orderNo = await bought(manager, at(3, 20, 20))
    const other = await service.newMember({ role: 'manager' })
    const week = { facilities: [1], from: '2026-11-16', to: '2026-11-22' }
    expect(await closures.preview(manager, week)).toMatchObject(own)
    expect((await closures.preview(other, week)).status).toBe(200)
    expect(await post('Facility/Close', { venue1stId: 1, date: '2026-11-20', ...why }, manager)).toMatchObject(own)

    const { ticketNo } = (await service.call('POST', '/api/Repair2', { as: desk, body: fault })).body
    const { start, end } = at(3, 20, 20)
    expect(await post('Report/Block', { ticketNo, venue2ndId: 3, start, end, ...why }, manager)).toMatchObject(own)

    const { revisions } = (await service.call('GET', '/api/Staff/Catalogue', { as: manager })).body
    const holiday = { day: '2026-11-20', name: { tw: '館慶', en: 'Anniversary' }, closed: true }
    const change = { changes: { holidays: [holiday] }, basedOn: revisions, confirmTouched: 9 }
    expect(await post('Catalogue/Change', change, manager)).toMatchObject(own)

    expect(await orderOf(manager, orderNo)).toMatchObject({ status: 'confirmed', owed: 0 })
    expect(await post('Facility/Close', { venue1stId: 1, date: '2026-11-20', ...why }, other)).toMatchObject({ status: 200 })
    expect(await orderOf(manager, orderNo)).toMatchObject({ status: 'venue-cancelled', owed: 500 })
  })
})

describe('nobody pays themselves back for what is paid while they close', () => {
  /** Their booking is unpaid at the first look, and paid when its order is locked. */
  async function whilePaying(item: Item, close: () => Promise<object>) {
    const orderNo = await placed(service, manager, [item])
    const paying = await begun(service.db, (trx) => paidIn(trx, orderNo, service.clock.now()))
    const closing = close()
    await untilBlocked(service.db, closing)
    await paying.commit()
    return [await closing, await orderOf(manager, orderNo)]
  }
  const refused = [own, { status: 'confirmed', owed: 0 }]

  it('by a closure', async () => {
    const plan = { facilities: [1], courts: [4], from: '2026-11-17', to: '2026-11-17' }
    const closing = async () => closures.run(manager, plan, (await closures.preview(manager, plan)).body.fingerprint)
    expect(await whilePaying(at(4, 17, 20), closing)).toMatchObject(refused)
  })

  it('by closing a facility for a day', async () => {
    const closing = () => post('Facility/Close', { venue1stId: 1, date: '2026-11-18', ...why }, manager)
    expect(await whilePaying(at(5, 18, 20), closing)).toMatchObject(refused)
  })

  it('by a day that becomes a holiday', async () => {
    const { revisions } = (await service.call('GET', '/api/Staff/Catalogue', { as: manager })).body
    const holiday = { day: '2026-11-19', name: { tw: '館慶', en: 'Anniversary' }, closed: true }
    const change = { changes: { holidays: [holiday] }, basedOn: revisions, confirmTouched: 9 }
    expect(await whilePaying(at(6, 19, 20), () => post('Catalogue/Change', change, manager))).toMatchObject(refused)
  })
})

it('the desk pays nobody back who has had their time: a manager decides', async () => {
  const [came, late, soon] = [await service.newMember(), await service.newMember(), await service.newMember()]
  const ticket = await bought(came, at(5, 15, 12))
  await bought(late, at(6, 15, 12))
  await bought(soon, at(7, 15, 12))
  const { id } = (await service.call('GET', `/api/Order/Ticket/${ticket}`, { as: came })).body.items[0]
  const until = (time: string) => service.clock.advance(Date.parse(`2026-11-15T${time}:00+08:00`) - service.clock.now().getTime())
  until('11:50')
  expect((await post('CheckIn/Item', { id }, desk)).status).toBe(200)
  expect((await closures.preview(desk, lastMinute(5, 12))).status, 'in, and not begun').toBe(200)
  const { fingerprint } = (await closures.preview(manager, lastMinute(5, 12))).body
  until('12:05')
  const used = { status: 403, body: { code: 'closure_of_used' } }
  expect(await closures.preview(desk, lastMinute(5, 12))).toMatchObject(used)
  expect(await closures.run(desk, lastMinute(5, 12), fingerprint)).toMatchObject(used)
  expect((await closures.preview(desk, lastMinute(6, 12))).status, 'begun, and most of it is ahead').toBe(200)
  // From the end of the booking on it is nobody's.
  expect((await closures.preview(desk, lastMinute(5, 13))).status).toBe(200)
  until('12:31')
  expect(await closures.preview(desk, lastMinute(6, 12))).toMatchObject(used)
  expect((await closures.preview(manager, lastMinute(6, 12))).status).toBe(200)
})

describe('the desk blocks', () => {
  const block = (as: TestMember, court: object, start: string, end: string) => post('Block', { ...court, start, end, ...why }, as)
  const [evening, night] = ['2026-11-15T21:00:00+08:00', '2026-11-15T22:00:00+08:00']

  it.each([
    ['a whole facility', { venue1stId: 2 }, evening, night],
    ['another day', { venue2ndId: 8 }, '2026-11-17T21:00:00+08:00', '2026-11-17T22:00:00+08:00'],
    ['more days than today', { venue2ndId: 8 }, evening, '2026-11-16T07:00:00+08:00'],
    ['a quarter of a year', { venue1stId: 2 }, '2027-08-01T00:00:00+08:00', '2027-10-31T00:00:00+08:00'],
  ])('not %s: that is for a manager', async (_, court, start, end) => {
    expect(await block(desk, court, start, end)).toMatchObject({ status: 403, body: { code: 'closure_by_manager' } })
    const blocked = await block(manager, court, start, end)
    expect(blocked.status).toBe(201)
    await post('Block/Lift', { id: blocked.body.id }, manager)
  })

  it('a court today, also until midnight', async () => {
    expect((await block(desk, { venue2ndId: 8 }, evening, '2026-11-16T00:00:00+08:00')).status).toBe(201)
  })
})
