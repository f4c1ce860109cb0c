import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { givePointsForMissed } from '#modules/violations/give-points.ts'
import { at, jobsRanUntil, paid, placed, type Item } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { closePastBookings } from './close-past-bookings.ts'
import { reportedAt, whyNotCheckIn } from './rules.ts'

let service: TestService
let me: TestMember
let desk: TestMember
/** Every test has a day of its own, so that one service is enough. */
let today = 15
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  desk = await service.newMember({ role: 'desk' })
})
beforeEach(async () => {
  me = await service.newMember()
  today++
})
afterAll(() => service.close())

async function booked(items: Item[]): Promise<string> {
  const orderNo = await placed(service, me, items)
  await paid(service.db, orderNo, service.clock.now())
  return orderNo
}
const moveTo = (time: string) => service.clock.advance(moments(time).getTime() - service.clock.now().getTime())
const moments = (time: string) => new Date(`2026-11-${today}T${time}:00+08:00`)
const ticketItems = async (orderNo: string): Promise<{ id: string; code: string; typedCode: string }[]> =>
  (await service.call('GET', `/api/Order/Ticket/${orderNo}`, { as: me })).body.items
const post = (path: string, body: object, as = desk) => service.call('POST', `/api/Staff/CheckIn${path}`, { as, body })
const day = () => service.call('GET', '/api/Staff/CheckIn/Day', { as: desk })
const statusOf = async (orderNo: string) => (await service.call('GET', `/api/Order/${orderNo}`, { as: me })).body.status
const actions = async (orderNo: string) =>
  (await service.db.selectFrom('audit_log').select('action').where('subject_id', '=', orderNo).orderBy('id').execute()).map(
    ({ action }) => action,
  )
const runJob = async () => {
  await jobsRanUntil(service.db, service.clock.now())
  await closePastBookings(service.db, service.clock.now(), givePointsForMissed)
}

describe('the list of the day', () => {
  it('has everybody who is expected, by period, with their state and without how to reach them', async () => {
    const late = await booked([at(2, today, 19)])
    const early = await booked([at(1, today, 18)])
    const tomorrow = await booked([at(1, today + 1, 21)])
    moveTo('18:00')
    const unpaid = await placed(service, me, [at(11, today, 20)])
    await service.db.updateTable('members').set({ mobile: '0900123456', email: 'door@private.example' }).where('id', '=', me.id).execute()
    const { status, body, text } = await day()
    expect(status).toBe(200)
    expect(body).toMatchObject({ day: `2026-11-${today}`, opensMinutes: 30, noShowMinutes: 10 })
    const mine = new Set([late, early, unpaid])
    expect(
      body.items
        .filter(({ orderNo }: { orderNo: string }) => mine.has(orderNo))
        .map(({ orderNo, status: state }: { orderNo: string; status: string }) => [orderNo, state]),
    ).toEqual([
      [early, 'expected'],
      [late, 'expected'],
      [unpaid, 'unpaid'],
    ])
    expect(text).not.toContain(tomorrow)
    for (const secret of ['0900123456', 'door@private.example', me.account]) expect(text).not.toContain(secret)
  })

  it('recognises the codes of a ticket by marks from which they cannot be found', async () => {
    const orderNo = await booked([at(1, today, 19)])
    const [ticket] = await ticketItems(orderNo)
    moveTo('18:00')
    const { body, text } = await day()
    const mark = (code: string) => createHash('sha256').update(`${ticket!.id}:${code}`).digest('hex').slice(0, 8)
    expect(body.items.find(({ id }: { id: string }) => id === ticket!.id).marks).toEqual([
      mark(ticket!.code),
      mark(ticket!.typedCode.replace(' ', '')),
    ])
    expect(text).not.toContain(ticket!.code)
    expect(text).not.toContain(ticket!.typedCode)
  })
})

describe('at the door', () => {
  it('lets in by item, and names whose ticket a refusal is about and where to go', async () => {
    const orderNo = await booked([at(1, today, 19)])
    const [ticket] = await ticketItems(orderNo)
    moveTo('18:45')
    const elsewhere = await post('', { code: ticket!.code, venue1stId: 2 })
    expect(elsewhere).toMatchObject({
      status: 409,
      body: { code: 'other_facility', title: expect.stringContaining('羽球館 羽球場 1'), ticket: { orderNo, venue2ndName: '羽球場 1' } },
    })
    expect(await post('/Item', { id: ticket!.id, venue1stId: 1 })).toMatchObject({ status: 200, body: { orderNo, id: ticket!.id } })
    expect(await post('/Item', { id: ticket!.id })).toMatchObject({
      status: 409,
      body: { code: 'already_checked_in', ticket: { orderNo } },
    })
    expect(await post('/Item', { id: crypto.randomUUID() })).toMatchObject({ status: 422, body: { code: 'ticket_invalid' } })
  })

  it('undoes a check-in for a minute, and the order is as before', async () => {
    const orderNo = await booked([at(1, today, 19), at(2, today, 19)])
    const [one, other] = await ticketItems(orderNo)
    const confirmedAt = async () =>
      (await service.db.selectFrom('orders').select('confirmed_at').where('order_no', '=', orderNo).executeTakeFirstOrThrow()).confirmed_at
    const before = await confirmedAt()
    moveTo('18:45')
    const { checkedInAt } = (await post('', { code: one!.code })).body
    const second = (await post('', { code: other!.code })).body.checkedInAt
    service.clock.advance(59_000)
    expect((await post('/Undo', { id: one!.id, checkedInAt })).status).toBe(204)
    expect(await statusOf(orderNo)).toBe('checked-in')
    expect((await post('/Undo', { id: other!.id, checkedInAt: second })).status).toBe(204)
    expect(await statusOf(orderNo)).toBe('confirmed')
    expect(await confirmedAt()).toEqual(before)
    // Once more finds nothing to do, and writes nothing
    expect((await post('/Undo', { id: one!.id, checkedInAt })).status).toBe(204)
    expect(await actions(orderNo)).toEqual(['ticket.checked_in', 'ticket.checked_in', 'ticket.check_in_undone', 'ticket.check_in_undone'])
    const again = (await post('', { code: one!.code })).body.checkedInAt
    // The undo of the first check-in does not touch the second one
    expect(await post('/Undo', { id: one!.id, checkedInAt })).toMatchObject({ status: 409, body: { code: 'checked_in_again' } })
    service.clock.advance(61_000)
    expect(await post('/Undo', { id: one!.id, checkedInAt: again })).toMatchObject({ status: 409, body: { code: 'undo_too_late' } })
    expect(await post('/Undo', { id: crypto.randomUUID(), checkedInAt })).toMatchObject({ status: 404 })
  })
})

describe('a no-show of today', () => {
  const points = () => service.db.selectFrom('violations').select(['removal', 'removed_by']).where('member_id', '=', me.id).execute()
  const letters = async () => {
    await service.writeLetters()
    const mails = service.db.selectFrom('messages').select('subject').where('recipient', '=', me.email).where('subject', 'like', '%記點%')
    return (await mails.execute()).map(({ subject }) => subject).toSorted()
  }

  it('is withdrawn by the desk with a reason: they came, without a point, and are told', async () => {
    const orderNo = await booked([at(1, today, 19)])
    const { id } = (await ticketItems(orderNo))[0]!
    const withdraw = (as = desk) => post('/Missed', { id, reason: '本人在場，漏刷報到' }, as)
    expect(await withdraw()).toMatchObject({ status: 409, body: { code: 'not_missed' } })
    moveTo('20:05')
    await runJob()
    expect(await statusOf(orderNo)).toBe('no-show')
    expect(await letters()).toEqual(['違規記點通知'])
    expect((await service.call('GET', `/api/Staff/Booking/${id}`, { as: desk })).body.arrival).toMatchObject({
      missed: true,
      mayWithdrawMissed: true,
    })
    expect(await withdraw()).toMatchObject({ status: 204 })
    expect(await points()).toEqual([{ removal: 'came-after-all', removed_by: desk.id }])
    expect(await letters()).toEqual(['違規記點已撤銷', '違規記點通知'])
    expect(await actions(orderNo)).toEqual(['ticket.no_show_withdrawn'])
    await runJob()
    expect(await statusOf(orderNo)).toBe('completed')
    expect(await points(), 'and is not marked again').toHaveLength(1)
    expect(await withdraw()).toMatchObject({ status: 409, body: { code: 'not_missed' } })
    expect(await post('/Missed', { id: crypto.randomUUID(), reason: 'x' })).toMatchObject({ status: 404 })
  })

  it('keeps its point while the order has missed something else on that day, and says so before', async () => {
    const orderNo = await booked([at(1, today, 19), at(2, today, 19)])
    const ids = (await ticketItems(orderNo)).map(({ id }) => id)
    moveTo('20:05')
    await runJob()
    const keepsPoint = async (id: string) => (await service.call('GET', `/api/Staff/Booking/${id}`, { as: desk })).body.arrival.keepsPoint
    expect(await keepsPoint(ids[0]!)).toBe(true)
    expect(await post('/Missed', { id: ids[0], reason: 'x' })).toMatchObject({ status: 204 })
    expect(await points()).toEqual([{ removal: null, removed_by: null }])
    expect(await keepsPoint(ids[1]!)).toBe(false)
    expect(await post('/Missed', { id: ids[1], reason: 'x' })).toMatchObject({ status: 204 })
    expect(await points()).toEqual([{ removal: 'came-after-all', removed_by: desk.id }])
  })

  it('is a manager’s to decide from the next day on, and never one’s own', async () => {
    const orderNo = await booked([at(1, today, 19)])
    const { id } = (await ticketItems(orderNo))[0]!
    moveTo('20:05')
    await runJob()
    await service.db
      .updateTable('members')
      .set({ roles: ['desk'] })
      .where('id', '=', me.id)
      .execute()
    await service.db.updateTable('sessions').set({ proven_at: service.clock.now() }).where('member_id', '=', me.id).execute()
    expect(await post('/Missed', { id, reason: 'x' }, me)).toMatchObject({ status: 403, body: { code: 'own_card' } })
    // As a guest with the mobile of the clerk.
    const clerk = await service.newMember({ role: 'desk' })
    const { mobile } = clerk
    const nobody = {
      account: null,
      email: null,
      secret_hash: null,
      email_confirmed_at: null,
      roles: [],
      staff_since: null,
      is_guest: true,
    }
    await service.db
      .updateTable('members')
      .set({ ...nobody, mobile })
      .where('id', '=', me.id)
      .execute()
    expect(await post('/Missed', { id, reason: 'x' }, clerk)).toMatchObject({ status: 403, body: { code: 'own_card' } })
    expect((await service.call('GET', `/api/Staff/Booking/${id}`, { as: clerk })).body.arrival.mayWithdrawMissed).toBe(false)
    today++
    moveTo('08:00')
    expect(await post('/Missed', { id, reason: 'x' })).toMatchObject({ status: 403, body: { code: 'missed_before_today' } })
    expect(await points()).toEqual([{ removal: null, removed_by: null }])
  })
})

describe('a door without a network', () => {
  it('reports later, once, and what was marked as a no-show meanwhile came after all, without its point', async () => {
    const orderNo = await booked([at(1, today, 19)])
    const [ticket] = await ticketItems(orderNo)
    moveTo('20:05')
    await runJob()
    expect(await statusOf(orderNo)).toBe('no-show')
    const points = () => service.db.selectFrom('violations').select(['removal', 'removed_by']).where('member_id', '=', me.id).execute()
    expect(await points()).toEqual([{ removal: null, removed_by: null }])
    const report = { code: ticket!.code, at: moments('19:03').toISOString() }
    const first = await post('', report)
    expect(first).toMatchObject({ status: 200, body: { orderNo, checkedInAt: moments('19:03').toISOString() } })
    expect(await post('', report)).toMatchObject({ status: 200, body: first.body })
    expect(await actions(orderNo)).toEqual(['ticket.checked_in'])
    expect(await points()).toEqual([{ removal: 'came-after-all', removed_by: desk.id }])
    await runJob()
    expect(await statusOf(orderNo)).toBe('completed')
    // Another colleague's report of the same ticket is no repetition
    const colleague = await service.newMember({ role: 'desk' })
    expect(await post('', report, colleague)).toMatchObject({ status: 409, body: { code: 'already_checked_in' } })
  })

  it('keeps the point while the order missed another court on that day', async () => {
    const orderNo = await booked([at(1, today, 19), at(2, today, 19)])
    const [ticket] = await ticketItems(orderNo)
    moveTo('19:20')
    await runJob()
    expect((await post('', { code: ticket!.code, at: moments('19:05').toISOString() })).status).toBe(200)
    expect(await service.db.selectFrom('violations').select('removal').where('member_id', '=', me.id).execute()).toEqual([
      { removal: null },
    ])
    expect(await statusOf(orderNo)).toBe('checked-in')
  })

  it('is judged by the moment at which the ticket was shown', async () => {
    const orderNo = await booked([at(1, today, 19)])
    const [ticket] = await ticketItems(orderNo)
    moveTo('18:40')
    expect(await post('', { code: ticket!.code, at: moments('18:20').toISOString() })).toMatchObject({
      body: { code: 'check_in_too_early' },
    })
    moveTo('19:15')
    await runJob()
    expect(await post('', { code: ticket!.code, at: moments('19:14').toISOString() })).toMatchObject({ status: 200 })
    expect(
      await post('/Undo', { id: ticket!.id, checkedInAt: moments('19:14').toISOString(), at: moments('19:15').toISOString() }),
    ).toMatchObject({ status: 204 })
    expect(await post('', { code: ticket!.code, at: moments('17:40').toISOString() })).toMatchObject({
      status: 409,
      body: { code: 'check_in_too_old' },
    })
  })
})

it('nobody checks themselves in: neither by their line nor by their own code', async () => {
  me = desk
  const [item] = await ticketItems(await booked([at(8, today, 19)]))
  moveTo('19:00')
  const own = { status: 403, body: { code: 'own_card', ticket: { id: item!.id } } }
  expect([await post('', { code: item!.typedCode }), await post('/Item', { id: item!.id })]).toMatchObject([own, own])
})

describe('rules', () => {
  it('a door may report for ninety minutes, and never about the future', () => {
    const now = moments('20:00')
    expect(reportedAt(undefined, now)).toEqual(now)
    expect(reportedAt(moments('20:30'), now)).toEqual(now)
    expect(reportedAt(moments('18:30'), now)).toEqual(moments('18:30'))
    expect(reportedAt(moments('18:29'), now)).toBeUndefined()
  })

  it('a no-show counts from when it was marked', () => {
    const item = {
      start: moments('19:00'),
      end: moments('21:00'),
      checkedInAt: null,
      missedAt: moments('19:10'),
      parkedAt: null,
      state: 'active' as const,
    }
    expect(whyNotCheckIn('no-show', item, 30, moments('19:09'))).toBeUndefined()
    expect(whyNotCheckIn('no-show', item, 30, moments('19:10'))).toEqual({ code: 'booking_missed' })
  })
})
