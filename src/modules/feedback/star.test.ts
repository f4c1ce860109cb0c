import { addDays, dayOf } from '#lib/zone.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { at, paid, placed, type Item } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { inviteToRate } from './invite-to-rate.ts'

let service: TestService
let me: TestMember
beforeEach(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  me = await service.newMember()
})
afterEach(() => service.close())

const day = 86_400_000
const star = (body: object, as = me) => service.call('POST', '/api/Star', { as, body: { stars: 4, ...body } })
async function booked(as: TestMember, items: Item[]): Promise<string> {
  const orderNo = await placed(service, as, items)
  await paid(service.db, orderNo, service.clock.now())
  return orderNo
}

describe('B43 POST /api/Star', () => {
  it('accepts one rating of a member’s own booking once it is over', async () => {
    const orderNo = await booked(me, [at(1, 16, 19), at(2, 17, 8)])
    expect(await star({ orderNo })).toMatchObject({ status: 409, body: { code: 'visit_not_over' } })
    service.clock.advance(1.5 * day)
    expect((await star({ orderNo })).body.code, 'the second period is yet to come').toBe('visit_not_over')
    service.clock.advance(day)
    expect((await star({ orderNo }, await service.newMember())).status, 'somebody else’s').toBe(404)
    const rated = await star({ orderNo, aspects: { cleanliness: 5, staff: 3 }, comment: ' 很好\u0000 🏸 ' })
    expect(rated.status).toBe(201)
    expect(await star({ orderNo })).toMatchObject({ status: 409, body: { code: 'already_rated' } })
    const listed = await service.call('GET', '/api/Star/List', { as: me })
    expect(listed.body, 'so that its order shows the stars and no button').toMatchObject({ items: [], rated: [{ orderNo, stars: 4 }] })
    expect(await service.db.selectFrom('ratings').selectAll().execute()).toMatchObject([
      { facility_id: 1, stars: 4, cleanliness: 5, equipment: null, staff: 3, value: null, comment: '很好 🏸' },
    ])
  })

  it('refuses a booking that was not played', async () => {
    const [unpaid, cancelled, missed] = [
      await placed(service, me, [at(1, 16, 8)]),
      await booked(me, [at(1, 16, 10)]),
      await booked(await service.newMember(), [at(1, 16, 12)]),
    ]
    await service.db.updateTable('orders').set({ state: 'cancelled' }).where('order_no', '=', cancelled).execute()
    await service.db.updateTable('orders').set({ state: 'no-show', member_id: me.id }).where('order_no', '=', missed).execute()
    service.clock.advance(3 * day)
    for (const orderNo of [unpaid, cancelled, missed]) expect((await star({ orderNo })).body.code).toBe('visit_not_over')
    expect((await star({ orderNo: 'F261115AAAAAAA' })).status).toBe(404)
  })

  it('refuses a booking that is too long ago, like the list of bookings to rate', async () => {
    const orderNo = await booked(me, [at(1, 16, 8)])
    service.clock.advance(63 * day)
    const later = await service.newMember()
    await service.db.updateTable('orders').set({ member_id: later.id }).where('order_no', '=', orderNo).execute()
    expect((await service.call('GET', '/api/Star/List', { as: later })).body.items).toEqual([])
    expect(await star({ orderNo }, later)).toMatchObject({ status: 409, body: { code: 'visit_long_ago' } })
  })

  it('accepts a rating of the whole centre once a day', async () => {
    expect((await star({ comment: '整體' })).status).toBe(201)
    expect(await star({})).toMatchObject({ status: 409, body: { code: 'centre_rated_today' } })
    expect((await star({}, await service.newMember())).status).toBe(201)
    service.clock.advance(13 * 3_600_000)
    expect((await star({})).body.code, 'still the same day in Taipei').toBe('centre_rated_today')
    service.clock.advance(3_600_000)
    expect((await star({})).status).toBe(201)
  })

  it('refuses an invalid rating', async () => {
    for (const stars of [0, 6, 2.5, '5', null]) expect((await star({ stars })).body.errors[0].path).toBe('stars')
    for (const aspects of [{ staff: 0 }, { value: 6 }, [], 'x']) expect((await star({ aspects })).status).toBe(422)
    expect((await star({ comment: 'x'.repeat(10_000) })).body.errors[0].path).toBe('comment')
    expect((await star({ orderNo: "'; drop table ratings; --" })).status).toBe(422)
    expect((await service.call('POST', '/api/Star', { body: { stars: 5 } })).status).toBe(401)
  })
})

describe('GET /api/Star/List', () => {
  it('lists the member’s own bookings that are over and not rated, the latest first', async () => {
    const list = async () => (await service.call('GET', '/api/Star/List', { as: me })).body
    const first = await booked(me, [at(1, 16, 8)])
    const second = await booked(me, [at(2, 17, 8), at(3, 17, 9)])
    await booked(await service.newMember(), [at(4, 17, 8)])
    await placed(service, me, [at(5, 18, 8)])
    expect(await list()).toEqual({ items: [], rated: [], centreRated: false })
    service.clock.advance(3 * day)
    expect(await list()).toMatchObject({
      items: [
        { orderNo: second, venue1stName: '羽球館', venue2ndName: '羽球場 2', more: 1 },
        { orderNo: first, more: 0 },
      ],
    })
    await star({ orderNo: second })
    await star({})
    expect(await list()).toMatchObject({ items: [{ orderNo: first }], centreRated: true })
    service.clock.advance(61 * day)
    const later = await service.call('GET', '/api/Star/List', { as: await service.newMember() })
    expect(later.body.items).toEqual([])
  })
})

describe('the average of a facility', () => {
  const average = async () => (await service.call('GET', '/api/Star/Average?venue1stId=1')).body.rating
  const detail = async () => (await service.call('GET', '/api/Venues/1st/Detail?id=1')).body.rating

  it('is shown from five ratings on, to one decimal, and the centre’s own ratings are not in it', async () => {
    const players = await Promise.all(Array.from({ length: 5 }, () => service.newMember()))
    const orders = []
    for (const [n, player] of players.entries()) orders.push(await booked(player, [at(n + 1, 16, 8)]))
    service.clock.advance(2 * day)
    for (const [n, player] of players.entries()) {
      await star({ stars: 1, comment: n === 0 ? '地板 100% 太滑' : '' }, player)
      expect([await average(), await detail()]).toEqual([null, null])
      await star({ orderNo: orders[n], stars: n === 0 ? 3 : 5, aspects: { cleanliness: 4, ...(n === 0 ? { value: 2 } : {}) } }, player)
    }
    expect(await average()).toEqual({ stars: 4.6, count: 5, aspects: { cleanliness: 4, equipment: null, staff: null, value: null } })
    expect(await detail()).toEqual({ stars: 4.6, count: 5 })
    const manager = await service.newMember({ role: 'manager' })
    const staffList = await service.call('GET', '/api/Staff/Star/List?venue1stId=1&atMost=4', { as: manager })
    expect(staffList.body).toMatchObject({ total: 1, items: [{ orderNo: orders[0], stars: 3, aspects: { cleanliness: 4, value: 2 } }] })

    const list = async (query: string) => (await service.call('GET', `/api/Staff/Star/List?${query}`, { as: manager })).body
    expect(await list('venue1stId=1')).toMatchObject({
      total: 5,
      average: 4.6,
      byStars: [0, 0, 1, 0, 4],
      items: [{ venue1stName: '羽球館' }, {}, {}, {}, {}],
    })
    const today = dayOf(service.clock.now())
    expect(await list(`from=${today}&to=${today}`)).toMatchObject({ total: 10 })
    expect(await list(`from=${addDays(today, 1)}`)).toMatchObject({ total: 0, average: null, byStars: [0, 0, 0, 0, 0] })
    expect(await list(`to=${addDays(today, -1)}`)).toMatchObject({ total: 0 })
    expect(await list(`keyword=${encodeURIComponent('太滑')}`)).toMatchObject({ total: 1, items: [{ stars: 1, venue1stName: null }] })
    expect(await list('keyword=%25')).toMatchObject({ total: 1 })
    expect(await list('keyword=_')).toMatchObject({ total: 0 })
    expect(await list('written=yes')).toMatchObject({ total: 1 })
    expect((await service.call('GET', '/api/Staff/Star/List?from=2026-02-30', { as: manager })).status).toBe(422)
  })
})

describe('the invitation to rate a visit', () => {
  const invite = () => inviteToRate(service.db, service.clock.now())
  const asked = async (who: TestMember) => {
    await service.writeLetters()
    const mails = await service.db.selectFrom('messages').selectAll().where('recipient', '=', who.email).execute()
    return mails.filter(({ body }) => body?.includes('/satisfaction?'))
  }

  it('is mailed the day after, once, with a signed link to the survey', async () => {
    const orderNo = await booked(me, [at(1, 16, 19)])
    expect(await invite()).toBe(0)
    service.clock.advance(1.5 * day)
    expect(await invite(), 'on the evening of the visit nobody is asked').toBe(0)
    service.clock.advance(0.5 * day)
    expect(await invite()).toBe(1)
    expect(await invite()).toBe(0)
    service.clock.advance(day)
    expect(await invite()).toBe(0)
    const [mail, ...more] = await asked(me)
    expect(more).toEqual([])
    expect(mail!.subject).toBe('這次在羽球館還滿意嗎？')
    const [, link] = /(http\S+)/.exec((await service.inbox(me.email, 2)).find(({ subject }) => subject === mail!.subject)!.body!)!
    expect([new URL(link!).pathname, new URL(link!).searchParams.get('order')]).toEqual(['/satisfaction', orderNo])
    expect(service.tokens.readReference(new URL(link!).searchParams.get('ref')!)).toBe(`visit-${orderNo}`)
  })

  it('is not sent for a booking that was not played, is rated already, is not over, or is long ago', async () => {
    const rater = await service.newMember()
    const rated = await booked(rater, [at(1, 16, 19)])
    await placed(service, await service.newMember(), [at(2, 16, 19)])
    const missed = await booked(await service.newMember(), [at(3, 16, 19)])
    await service.db.updateTable('orders').set({ state: 'no-show' }).where('order_no', '=', missed).execute()
    await booked(await service.newMember(), [at(4, 16, 19), at(4, 20, 19)])
    service.clock.advance(1.6 * day)
    await star({ orderNo: rated }, rater)
    service.clock.advance(0.4 * day)
    expect(await invite()).toBe(0)
    service.clock.advance(20 * day)
    expect(await invite(), 'nobody remembers').toBe(0)
  })

  it('is sent once when two jobs run at the same time, and not to a closed account', async () => {
    const gone = await service.newMember()
    await booked(me, [at(1, 16, 19)])
    await booked(gone, [at(2, 16, 19)])
    await service.db.updateTable('members').set({ closed_at: service.clock.now() }).where('id', '=', gone.id).execute()
    service.clock.advance(2 * day)
    await Promise.all([invite(), invite(), invite()])
    expect([await asked(me), await asked(gone)].map(({ length }) => length)).toEqual([1, 0])
  })
})
