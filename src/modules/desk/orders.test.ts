import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, placed } from '#testing/orders.ts'
import { paidAtGateway } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { staffOrderCalls } from '#testing/staff-orders.ts'
import { deskCalls } from '#testing/tills.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { refundOpenDues } from '#modules/refunds/refund-open-dues.ts'
import { findStaffOrders } from './orders-store.ts'
import { itemMoments } from './history-store.ts'

let service: TestService
let desk: TestMember
let finance: TestMember
let tillId: string
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  desk = await service.newMember({ role: 'desk' })
  finance = await service.newMember({ role: 'finance' })
  tillId = await calls.openTill(desk, 2000)
})
afterAll(() => service.close())

const calls = deskCalls(() => service)
const { order, list, cancel, soldForCash } = staffOrderCalls(() => ({ service, desk, tillId }))
const numbers = async (query: string) => (await list(query)).body.items.map(({ orderNo }: { orderNo: string }) => orderNo)

describe('the list of orders', () => {
  it('is narrowed by state, day of the booking, day of placing, facility, way, person and words, alone and together', async () => {
    const today = new Date(service.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
    const me = await service.newMember()
    const { orderNo: online } = await paidAtGateway(service, me, [at(10, 21, 8)])
    service.clock.advance(1000)
    const held = await placed(service, me, [at(1, 21, 9)])
    service.clock.advance(1000)
    const { orderNo: cash, memberId: guestId, mobile, name } = await soldForCash([at(2, 21, 10), at(3, 21, 11)], 600)
    const placedToday = `placed=${today}`
    expect(await numbers(placedToday)).toEqual([cash, held, online])
    expect(await numbers(`${placedToday}&status=confirmed`)).toEqual([cash, online])
    expect(await numbers('status=awaiting-payment')).toEqual([held])
    expect(await numbers('status=expired')).toEqual([])
    expect(await numbers('day=2026-11-21')).toEqual([cash, held, online])
    expect(await numbers('day=2026-11-21&facility=ARN')).toEqual([online])
    expect(await numbers(`facility=BAD&${placedToday}`)).toEqual([cash, held])
    expect(await numbers(`way=cash&${placedToday}`)).toEqual([cash])
    expect(await numbers(`way=card&person=${me.id}`)).toEqual([online])
    expect(await numbers(`person=${guestId}`)).toEqual([cash])
    expect(await numbers(`q=${cash.slice(0, 10).toLowerCase()}`)).toContain(cash)
    expect(await numbers(`q=${cash.slice(-6).toLowerCase()}`), 'the end of its number').toContain(cash)
    expect(await numbers(`q=${mobile}`)).toEqual([cash])
    expect(await numbers(`q=${mobile.slice(-6)}`), 'the end of a mobile').toEqual([cash])
    expect(await numbers(`q=${encodeURIComponent(name.slice(1))}&day=2026-11-21`), 'a part of a name').toEqual([cash])
    expect(await numbers(`q=${encodeURIComponent(name)}&day=2026-11-21`)).toEqual([cash])
    expect(await numbers(`q=${encodeURIComponent(me.email.toUpperCase())}`)).toEqual([held, online])
    expect(await numbers('q=%25')).toEqual([])
    const [row] = (await list(`person=${guestId}`)).body.items
    expect(row).toMatchObject({
      status: 'confirmed',
      amount: 600,
      paid: 600,
      owed: 0,
      ways: ['cash'],
      byStaff: true,
      person: { name, isGuest: true },
      first: { start: at(2, 21, 10).start },
      items: 2,
    })
  })

  it('lists an overdue order as expired before a job has written it', async () => {
    const me = await service.newMember()
    const unpaid = await placed(service, me, [at(5, 21, 15)])
    service.clock.advance(86_400_000)
    await service.keepSessions()
    expect(await numbers(`status=awaiting-payment&person=${me.id}`)).toEqual([])
    expect(await numbers(`status=expired&person=${me.id}`)).toEqual([unpaid])
  })

  it('pages without gaps or repeats while orders are placed, and counts without reading everything', async () => {
    const guest = { name: '常客', mobile: '0966000111' }
    const reserve = (court: number) => calls.sell(desk, { guest, items: [at(court, 30, 8)], amount: 300, payment: { way: 'arrival' } })
    const numbersPlaced: string[] = []
    let me = ''
    for (let n = 0; n < 5; n++) {
      // Two at one moment: the id decides.
      if (n !== 3) service.clock.advance(1000)
      const { body } = await reserve(1 + n)
      numbersPlaced.push(body.orderNo)
      me = body.memberId
    }
    const pages: string[][] = []
    let cursor = ''
    for (let n = 0; n < 4; n++) {
      const { body } = await list(`person=${me}&pageSize=2${cursor && `&after=${cursor}`}`)
      pages.push(body.items.map(({ orderNo }: { orderNo: string }) => orderNo))
      if (n === 0) {
        expect([body.count, body.isMore]).toEqual([5, false])
        service.clock.advance(1000)
        await reserve(7)
      }
      if (body.next === null) break
      cursor = body.next
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
    expect(pages.flat().toSorted()).toEqual(numbersPlaced.toSorted())
  })

  it('asks one statement', async () => {
    const statements: string[] = []
    const counting = service.db.withPlugin({
      transformQuery: ({ node }) => (statements.push(node.kind), node),
      transformResult: async ({ result }) => result,
    })
    await findStaffOrders(counting, { state: 'expired', day: '2026-11-29' }, { after: undefined, limit: 10 }, service.clock.now())
    expect(statements).toHaveLength(1)
  })

  it.each([
    ['status=paid', 422],
    ['day=2026-02-30', 422],
    ['person=me', 422],
    ['after=1.2', 422],
    ['after=99999999999999999999.00000000-0000-0000-0000-000000000000', 422],
    ['pageSize=1000', 422],
    ['facility=NONE', 404],
    ['q=%27%20or%201%3D1--', 200],
    ['after=9999999999999999.00000000-0000-0000-0000-000000000000', 200],
  ])('answers %s with %i', async (query, status) => {
    expect((await list(query)).status).toBe(status)
  })

  it('answers an unknown order with 404, and finance may read but not cancel', async () => {
    expect((await service.call('GET', '/api/Staff/Order/F261115AAAAAAA', { as: desk })).status).toBe(404)
    const { orderNo } = await soldForCash([at(4, 26, 12)], 300)
    expect((await service.call('GET', `/api/Staff/Order/${orderNo}`, { as: finance })).status).toBe(200)
    const { items } = await order(orderNo)
    expect((await cancel(orderNo, [{ id: items[0]!.id, moves: 0 }], 'full', finance)).status).toBe(403)
  })
})

describe('a booking that was paid in cash and is cancelled at the desk', () => {
  const lettersTo = async (email: string): Promise<string[]> => {
    await service.writeLetters()
    const rows = await service.db
      .selectFrom('messages')
      .select(['subject', 'body'])
      .where('recipient', '=', email)
      .where('subject', 'not like', '預約成功%')
      .orderBy('created_at')
      .execute()
    return rows.map(({ subject, body }) => `${subject}\n${body}`)
  }
  /** As if no letter of these events had been written yet. */
  const unwrite = async (email: string, since: Date) => {
    await service.db.deleteFrom('messages').where('recipient', '=', email).execute()
    await service.db.updateTable('outbox').set({ told_at: null }).where('at', '>=', since).execute()
  }

  it.each(['full', 'rule', 'goodwill'] as const)(
    'sends one letter that says where the money is, refunded %s; and one when it was paid out before',
    async (how) => {
      service.clock.advance(60_000)
      const me = await service.newMember()
      const item = at(how === 'full' ? 5 : how === 'rule' ? 6 : 7, 27, 12)
      const payment = { way: 'cash', tillId, given: 300 }
      const sold = await calls.sell(desk, { memberId: me.id, items: [item], amount: 300, payment })
      expect(sold.status, sold.text).toBe(201)
      const { orderNo } = sold.body
      await service.writeLetters()
      service.clock.advance(60_000)
      const since = service.clock.now()
      expect((await cancel(orderNo, [{ id: (await order(orderNo)).items[0]!.id, moves: 0 }], how)).status).toBe(200)
      await refundOpenDues(service, since)
      const [asked, ...more] = await lettersTo(me.email)
      expect(more).toEqual([])
      expect(asked, 'that it is cancelled, by whom').toMatch(how === 'full' ? /場館取消/ : /已取消預約[^]*櫃檯已為您取消/)
      expect(asked).toContain('NT$300')
      expect(asked).toContain('退款帳戶')
      expect(asked).toContain('櫃檯')
      expect(asked).not.toContain('無須')

      service.clock.advance(60_000)
      const { refundNo } = (await order(orderNo)).refunds[0]!
      expect((await calls.post(desk, '/api/Staff/Payment/Refund', { refundNo, way: 'cash', tillId })).status).toBe(200)
      expect((await lettersTo(me.email))[1]).toMatch(/已退費.*NT\$300.*已於櫃檯以現金退還/s)

      await unwrite(me.email, since)
      const late = await lettersTo(me.email)
      expect(late).toEqual([expect.stringMatching(/NT\$300[^]*已於櫃檯以現金退還/)])
      expect(late[0]).not.toMatch(/無須|退款帳戶/)
    },
  )
})

it('finds what closures did to a booking by an index, however many bookings they have touched', async () => {
  await service.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_indexonlyscan = off`.execute(trx)
    const asked = sql`select h.* from order_items i cross join lateral (${itemMoments}) as h where i.order_id = ${randomUUID()}`
    const { rows } = await sql<Record<string, string>>`explain ${asked}`.execute(trx)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan.match(/on closure_items_of_order|using closure_items_of_order/g)).toHaveLength(3)
  })
})
