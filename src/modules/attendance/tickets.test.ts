import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { givePointsForMissed } from '#modules/violations/give-points.ts'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { newClub } from '#testing/clubs.ts'
import { at, jobsRanUntil, paid, placed, type Item } from '#testing/orders.ts'
import { newRound, onDays, submitted } from '#testing/preorders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { closePastBookings } from './close-past-bookings.ts'

let service: TestService
let me: TestMember
let desk: TestMember
beforeEach(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  me = await service.newMember()
  desk = await service.newMember({ role: 'desk' })
})
afterEach(() => service.close())

async function booked(items: Item[], as = me): Promise<string> {
  const orderNo = await placed(service, as, items)
  await paid(service.db, orderNo, service.clock.now())
  return orderNo
}
const ticket = (orderNo: string, as: TestMember | undefined = me) => service.call('GET', `/api/Order/Ticket/${orderNo}`, { as })
const codesOf = async (orderNo: string): Promise<string[]> => (await ticket(orderNo)).body.items.map(({ code }: { code: string }) => code)
const checkIn = (code: unknown, as: TestMember = desk) => service.call('POST', '/api/Staff/CheckIn', { as, body: { code } })
const moveTo = (moment: string) => service.clock.advance(Date.parse(`2026-11-${moment}:00+08:00`) - service.clock.now().getTime())
const look = () => closePastBookings(service.db, service.clock.now())
async function close(): Promise<void> {
  await jobsRanUntil(service.db, service.clock.now())
  await look()
}
const order = async (orderNo: string) => (await service.call('GET', `/api/Order/${orderNo}`, { as: me })).body

describe('a ticket', () => {
  it('of a club is in its name, whoever shows the ticket', async () => {
    const club = await newClub(service)
    const orderNo = await booked([at(1, 16, 19)], club.booker)
    expect((await ticket(orderNo, club.treasurer)).body.name).toBe(club.name)
  })

  it('shows court, place, rules and check-in time, with a code for each period', async () => {
    await service.db
      .updateTable('facilities')
      .set({ rules_tw: ['請穿室內鞋'], place_tw: '1 樓' })
      .where('id', '=', 1)
      .execute()
    const orderNo = await booked([at(1, 16, 19), at(2, 16, 19)])
    const { status, body } = await ticket(orderNo)
    expect(status).toBe(200)
    expect(body).toMatchObject({ orderNo, status: 'confirmed', name: expect.stringContaining('會員') })
    expect(body.items).toHaveLength(2)
    expect(body.items[0]).toMatchObject({
      venue1stName: '羽球館',
      venue2ndName: '羽球場 1',
      drawing: 'badminton',
      place: '1 樓',
      rules: ['請穿室內鞋'],
      attendance: 'expected',
      checkInFrom: '2026-11-16T10:30:00.000Z',
      comeBefore: '2026-11-16T11:10:00.000Z',
    })
    expect(body.items[0].code).toMatch(/^[2-9A-HJ-NP-Z]{42}$/)
    expect(body.items[0].code).not.toBe(body.items[1].code)
  })

  it('does not exist for an unpaid order, for another member, or for a visitor', async () => {
    const orderNo = await placed(service, me, [at(1, 16, 19)])
    expect(await ticket(orderNo)).toMatchObject({ status: 409, body: { code: 'no_ticket' } })
    await paid(service.db, orderNo, service.clock.now())
    expect((await ticket(orderNo, await service.newMember())).status).toBe(404)
    expect((await service.call('GET', `/api/Order/Ticket/${orderNo}`)).status).toBe(401)
    expect((await ticket('F261115AAAAAAA')).status).toBe(404)
    expect((await ticket('rubbish')).status).toBe(404)
  })

  it('has no code for periods that are over', async () => {
    const orderNo = await booked([at(1, 16, 8), at(1, 16, 20)])
    moveTo('16T09:00')
    expect((await ticket(orderNo)).body.items.map(({ code }: { code: string | null }) => code !== null)).toEqual([false, true])
  })
})

describe('checking in', () => {
  it('works from 30 minutes before, once, and names the member and the period', async () => {
    const orderNo = await booked([at(1, 16, 19)])
    const [code] = await codesOf(orderNo)
    moveTo('16T18:29')
    expect(await checkIn(code)).toMatchObject({
      status: 409,
      body: { code: 'check_in_too_early', title: expect.stringContaining('18:30') },
    })
    moveTo('16T18:30')
    const inside = await checkIn(code!.toLowerCase())
    expect(inside).toMatchObject({ status: 200, body: { orderNo, venue2ndName: '羽球場 1', memberName: expect.stringContaining('會員') } })
    expect(await checkIn(code)).toMatchObject({
      status: 409,
      body: { code: 'already_checked_in', title: expect.stringContaining('18:30') },
    })
    expect(await order(orderNo)).toMatchObject({ status: 'checked-in', items: [{ attendance: 'checked-in' }] })
  })

  it('accepts the short code that is read out or typed, with or without its space, on its day and the day before', async () => {
    const orderNo = await booked([at(1, 17, 19), at(2, 17, 19)])
    const [one, other] = (await ticket(orderNo)).body.items
    expect(one.typedCode).toMatch(/^[2-9A-HJ-NP-Z]{4} [2-9A-HJ-NP-Z]{4}$/)
    expect(one.typedCode).not.toBe(other.typedCode)
    // Check-in compares a typed code with the tickets of two days only.
    expect(await checkIn(one.typedCode)).toMatchObject({ status: 422, body: { code: 'ticket_invalid' } })
    moveTo('16T19:00')
    expect(await checkIn(one.typedCode)).toMatchObject({ status: 409, body: { code: 'check_in_too_early' } })
    moveTo('17T18:45')
    for (const guess of ['2222 2222', 'ABCD-EFGH', other.typedCode.slice(1)])
      expect(await checkIn(guess), guess).toMatchObject({ status: 422, body: { code: 'ticket_invalid' } })
    expect(await checkIn(one.typedCode.toLowerCase().replace(' ', '-'))).toMatchObject({
      status: 200,
      body: { orderNo, venue2ndName: '羽球場 1' },
    })
    expect(await checkIn(one.code)).toMatchObject({ status: 409, body: { code: 'already_checked_in' } })
    expect((await checkIn(other.typedCode, me)).status).toBe(403)
    expect(await checkIn(other.typedCode.replace(' ', ''))).toMatchObject({ status: 200, body: { venue2ndName: '羽球場 2' } })
  })

  it('refuses the short code of a booking that was given back or not paid', async () => {
    const orderNo = await booked([at(1, 16, 19)])
    const [{ typedCode }] = (await ticket(orderNo)).body.items
    await service.call('POST', '/api/Order/Refund', { as: me, body: { orderNo, acceptZero: true } })
    const unpaid = await placed(service, me, [at(2, 16, 19)])
    const { id } = (await order(unpaid)).items[0]
    moveTo('16T10:00')
    for (const code of [typedCode, service.tokens.typedTicket(id)])
      expect(await checkIn(code)).toMatchObject({ status: 422, body: { code: 'ticket_invalid' } })
  })

  it('refuses a changed code, and anybody but staff', async () => {
    const [one, other] = await codesOf(await booked([at(1, 16, 19), at(2, 16, 19)]))
    moveTo('16T19:00')
    const forged = [
      `${one!.slice(0, 26)}${other!.slice(26)}`,
      `${one}A`,
      one!.slice(1),
      service.tokens.signReference('x'),
      'O0I1',
      randomUUID(),
    ]
    for (const code of forged) expect(await checkIn(code), code).toMatchObject({ status: 422, body: { code: 'ticket_invalid' } })
    expect(await checkIn(service.tokens.signTicket(randomUUID()))).toMatchObject({ status: 422, body: { code: 'ticket_invalid' } })
    for (const rubbish of [undefined, 7, '', null, {}]) expect((await checkIn(rubbish)).status).toBe(422)
    expect((await checkIn(one, me)).status).toBe(403)
    expect((await checkIn(one)).status).toBe(200)
  })

  it('refuses a period that is cancelled, over, or missed', async () => {
    const [cancelled] = await codesOf(await booked([at(1, 16, 19)]))
    const manager = await service.newMember({ role: 'manager' })
    const closing = { venue1stId: 1, date: '2026-11-16', reasonTw: '停電', reasonEn: 'No power' }
    expect((await service.call('POST', '/api/Staff/Facility/Close', { as: manager, body: closing })).status).toBe(200)
    const orderNo = await booked([at(11, 16, 19)])
    const [missed] = await codesOf(orderNo)
    const [over] = await codesOf(await booked([at(12, 16, 18)]))
    moveTo('16T19:09')
    expect(await checkIn(cancelled)).toMatchObject({ status: 409, body: { code: 'booking_cancelled' } })
    expect((await checkIn(over)).status).toBe(409)
    await close()
    expect((await order(orderNo)).status).toBe('confirmed')
    moveTo('16T19:10')
    await close()
    moveTo('16T19:11')
    expect(await checkIn(missed)).toMatchObject({ status: 409, body: { code: 'booking_missed' } })
    expect(await order(orderNo)).toMatchObject({ status: 'no-show', items: [{ attendance: 'no-show' }] })
  })
})

describe('an order of several periods', () => {
  it('is checked in with the first one, and completed when all are over', async () => {
    const orderNo = await booked([at(1, 16, 8), at(1, 16, 20)])
    const [first, second] = await codesOf(orderNo)
    moveTo('16T08:00')
    await checkIn(first)
    moveTo('16T09:30')
    await close()
    expect((await order(orderNo)).status, 'the evening is to come').toBe('checked-in')
    moveTo('16T20:05')
    expect((await checkIn(second)).status).toBe(200)
    moveTo('16T21:00')
    await close()
    expect(await order(orderNo)).toMatchObject({ status: 'completed', closedAt: '2026-11-16T13:00:00.000Z' })
  })

  it('stays open after one was missed, allows check-in for the next, and ends as a no-show', async () => {
    const orderNo = await booked([at(1, 16, 8), at(1, 16, 20)])
    const [, second] = await codesOf(orderNo)
    moveTo('16T08:30')
    await close()
    expect(await order(orderNo)).toMatchObject({ status: 'confirmed', items: [{ attendance: 'no-show' }, { attendance: 'expected' }] })
    moveTo('16T20:00')
    expect((await checkIn(second)).status).toBe(200)
    expect((await order(orderNo)).status).toBe('checked-in')
    moveTo('16T21:00')
    await close()
    expect((await order(orderNo)).status).toBe('no-show')
  })

  it('refunds what the venue cancels after the first period was used', async () => {
    const orderNo = await booked([at(1, 16, 8), at(1, 16, 20)])
    const [first] = await codesOf(orderNo)
    moveTo('16T08:00')
    await checkIn(first)
    moveTo('16T12:00')
    const manager = await service.newMember({ role: 'manager' })
    const closing = { venue1stId: 1, date: '2026-11-16', reasonTw: '停電', reasonEn: 'No power' }
    expect((await service.call('POST', '/api/Staff/Facility/Close', { as: manager, body: closing })).body).toMatchObject({
      items: 1,
      owed: 500,
    })
    await close()
    expect(await order(orderNo)).toMatchObject({ status: 'completed', owed: 500 })
    expect(await service.db.selectFrom('violations').select('id').execute()).toEqual([])
  })
})

describe('while the service is down', () => {
  it('nobody is a no-show: a period that began during the outage is completed, not missed', async () => {
    const slept = await booked([at(1, 16, 8)])
    const next = await booked([at(11, 16, 10)])
    await look()
    moveTo('16T08:40')
    await look()
    expect((await order(slept)).items, 'the desk was not there at eight').toMatchObject([{ attendance: 'expected' }])
    expect((await checkIn((await codesOf(slept))[0])).status, 'and may still let them in').toBe(200)
    for (const minute of ['08:42', '08:44', '08:46']) {
      moveTo(`16T${minute}`)
      await look()
    }
    const gone = await booked([at(3, 16, 9)])
    moveTo('16T10:05')
    await look()
    moveTo('16T10:08')
    await look()
    moveTo('16T10:11')
    await look()
    expect(await order(gone), 'over, and nobody asks').toMatchObject({ status: 'completed', items: [{ attendance: 'expected' }] })
    expect((await order(next)).status, 'begun at ten, back at five past').toBe('confirmed')
    moveTo('16T11:00')
    await look()
    expect((await order(next)).status).toBe('completed')
  })

  it('a short restart changes nothing: a member who does not come within ten minutes is a no-show', async () => {
    const orderNo = await booked([at(1, 16, 19)])
    for (const minute of ['18:58', '19:01', '19:02', '19:05', '19:08', '19:10']) {
      moveTo(`16T${minute}`)
      await look()
    }
    expect((await order(orderNo)).status).toBe('no-show')
  })
})

describe('the dates of a community’s pre-order', () => {
  const tuesdays = ['2027-01-05', '2027-01-12']
  async function season(): Promise<{ orderNo: string; club: TestMember }> {
    await newRound(service)
    const club = await service.newMember({ communityName: '羽球社' })
    const preOrderNo = await submitted(service, club, [onDays(1, tuesdays)])
    const review = { orderNo: preOrderNo, decision: 'approved' }
    const manager = await service.newMember({ role: 'manager' })
    const approved = await service.call('POST', '/api/Staff/PreOrder/Review', { as: manager, body: review })
    expect(approved.status, approved.text).toBe(200)
    const { payOrderNo } = (await service.call('GET', `/api/PreOrder/Community/Detail?orderNo=${preOrderNo}`, { as: club })).body
    await paid(service.db, payOrderNo, service.clock.now())
    return { orderNo: payOrderNo, club }
  }

  it('have a code each, are checked in one by one, and a missed one gives the community a point', async () => {
    const { orderNo, club } = await season()
    const { body } = await ticket(orderNo, club)
    expect(body.items.map(({ start }: { start: string }) => start.slice(0, 10))).toEqual(tuesdays)
    service.clock.advance(Date.parse('2027-01-05T19:10:00+08:00') - service.clock.now().getTime())
    await jobsRanUntil(service.db, service.clock.now())
    await closePastBookings(service.db, service.clock.now(), givePointsForMissed)
    const points = await service.db.selectFrom('violations').select(['member_id', 'kind', 'day']).execute()
    expect(points).toEqual([{ member_id: club.id, kind: 'no-show', day: '2027-01-05' }])
    service.clock.advance(7 * 86_400_000)
    // A session does not live that long.
    expect((await checkIn(body.items[1].code, await service.newMember({ role: 'desk' }))).status).toBe(200)
    service.clock.advance(2 * 3_600_000)
    await close()
    const row = await service.db.selectFrom('orders').select('state').where('order_no', '=', orderNo).executeTakeFirstOrThrow()
    expect(row.state).toBe('no-show')
  })

  it('are in the calendar feed of the community', async () => {
    const { club } = await season()
    const path = new URL((await service.call('POST', '/api/Calendar/Feed', { as: club })).body.url).pathname
    expect((await service.call('GET', path)).text.match(/DTSTART:\S+/g)).toEqual(['DTSTART:20270105T110000Z', 'DTSTART:20270112T110000Z'])
  })
})
