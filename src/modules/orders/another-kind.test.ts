import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '#testing/invariants.ts'
import { entries } from '#testing/poolside/module.ts'
import { payAtGateway, refundCalls, refundIn } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'
import { requireOrderKinds } from '#wiring/house.ts'
import { kindsOf, modules } from '#wiring/modules.ts'

/** The list with one line more. The folder poolside is all else that a kind of thing sold needs. */
const withEntries = [...modules, entries]

let service: TestService
let me: TestMember
let desk: TestMember
beforeAll(async () => {
  service = await openTestService({ modules: withEntries, lookEverySeconds: 0.5 })
  await smallCentre(service.db)
  await sql.raw(readFileSync(join(import.meta.dirname, '../../testing/poolside/tables.sql'), 'utf8')).execute(service.db)
  me = await service.newMember()
  desk = await service.newMember({ role: 'manager' })
})
afterAll(() => service?.close())

const calls = refundCalls(() => service)
const buy = (day: string, count = 1, key: string = randomUUID()) =>
  service.call('POST', '/api/Entry', { as: me, body: { day, count }, headers: { 'idempotency-key': key } })
const bought = async (day: string, count = 1): Promise<string> => (await buy(day, count)).body.orderNo
const paid = async (day: string, count = 1) => (await payAtGateway(service, me, await bought(day, count))).orderNo
const order = async (orderNo: string, locale = 'zh-TW') =>
  (await service.call('GET', `/api/Order/${orderNo}`, { as: me, headers: { 'accept-language': locale } })).body
const listed = async (body: object) =>
  (await service.call('POST', '/api/Order/List', { as: me, body: { page: 1, pageSize: 50, ...body } })).body
const staff = async (path: string) => (await service.call('GET', path, { as: desk })).body
const exported = async () => (await service.call('GET', '/api/AccountMember/Export', { as: me })).body

describe('a kind of thing sold that comes as a module', () => {
  it('a process starts with its record, and not without', async () => {
    await expect(requireOrderKinds(service.db, kindsOf(withEntries))).resolves.toBeUndefined()
    await expect(requireOrderKinds(service.db, kindsOf(modules))).rejects.toThrow('No module sells orders of the kind entry.')
  })

  it('is ordered once, and shown by its own words, count and price in both languages', async () => {
    const key = randomUUID()
    const { status, body } = await buy('2026-11-20', 3, key)
    expect(status).toBe(201)
    expect((await buy('2026-11-20', 3, key)).body).toEqual(body)
    expect(await buy('2026-11-21', 3, key)).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect(await order(body.orderNo)).toMatchObject({
      kind: 'entry',
      kindTitle: '泳池入場',
      icon: 'ticket',
      isBooking: false,
      status: 'awaiting-payment',
      amount: 330,
      title: '泳池單次入場 2026年11月20日（五） ×3',
      lines: [{ words: '泳池單次入場 2026年11月20日（五）', count: 3, amount: 330, status: 'active', floor: null }],
      items: [],
      linesGoBack: true,
      pointWhenUnpaid: false,
    })
    expect(await order(body.orderNo, 'en')).toMatchObject({ kindTitle: 'Pool entry', title: expect.stringMatching(/^Pool entry, .* × 3$/) })
    expect(await listed({ kind: 'entry', when: 'coming' })).toMatchObject({ total: 1, items: [{ orderNo: body.orderNo }] })
    expect(await listed({ keyword: '泳池' })).toMatchObject({ total: 1 })
    expect(await listed({ kind: 'venue' })).toMatchObject({ total: 0 })
    const start = await service.call('POST', '/api/Payment/Start', { as: me, body: { orderNo: body.orderNo } })
    expect(start.body.fields).toMatchObject({ TotalAmount: '330', ItemName: `泳池單次入場 2026年11月20日（五） ×3 ${body.orderNo}` })
  })

  it('is paid at the gateway, stays ahead of its member until it is used, and is used once', async () => {
    const orderNo = await paid('2026-11-15')
    expect(await order(orderNo)).toMatchObject({ status: 'confirmed', paid: 110 })
    expect((await listed({ kind: 'entry', when: 'coming' })).items).toContainEqual(expect.objectContaining({ orderNo }))
    const closing = await service.call('POST', '/api/AccountMember/Close', { as: me, body: { secret: testSecret } })
    expect(closing.body.open).toContainEqual(expect.objectContaining({ kind: 'entry', no: orderNo, words: `泳池入場 ${orderNo}` }))
    const use = () => service.call('POST', '/api/Staff/Entry/Use', { as: desk, body: { orderNo } })
    expect((await use()).status).toBe(204)
    expect((await use()).status).toBe(404)
    expect(await order(orderNo)).toMatchObject({ status: 'completed' })
    expect((await listed({ kind: 'entry', when: 'past' })).items).toContainEqual(expect.objectContaining({ orderNo }))
  })

  it('stands in the list and the order sheet of staff, on the person’s card and in today’s queue', async () => {
    const orderNo = await paid('2026-11-22', 2)
    const shown = { orderNo, kind: 'entry', kindTitle: '泳池入場', title: '泳池單次入場 2026年11月22日（日） ×2', amount: 220 }
    expect((await staff(`/api/Staff/Order/List?person=${me.id}`)).items).toContainEqual(expect.objectContaining({ ...shown, first: null }))
    expect(await staff(`/api/Staff/Order/${orderNo}`)).toMatchObject({
      ...shown,
      lines: [{ words: '泳池單次入場 2026年11月22日（日）', count: 2, amount: 220 }],
      story: [{ what: 'placed' }, { what: 'paid' }],
    })
    expect((await staff(`/api/Staff/Person/${me.id}`)).orders).toContainEqual(
      expect.objectContaining({ orderNo, place: '泳池單次入場 2026年11月22日（日） ×2', amount: 220 }),
    )
    expect((await staff('/api/Staff/Search?q=2026-11-22')).items).toContainEqual(
      expect.objectContaining({ kind: 'entry', kindTitle: '泳池入場', icon: 'price', detail: '2' }),
    )
    const unpaid = await bought('2026-11-23')
    expect((await staff('/api/Staff/Today')).unpaid.items).toContainEqual(
      expect.objectContaining({ orderNo: unpaid, title: '泳池單次入場 2026年11月23日（一）', booking: null }),
    )
  })

  it('goes back by its own terms: in full, by half, and not at all on the day', async () => {
    const [early, late, today] = [await paid('2026-11-25', 2), await paid('2026-11-16'), await paid('2026-11-15')]
    expect((await calls.check(me, early)).body).toMatchObject({
      items: [],
      lines: [
        { words: '泳池單次入場 2026年11月25日（三）', count: 2, paid: 220, refund: { percent: 100, amount: 220 }, reason: '兩天前，全額' },
      ],
      amount: 220,
      ways: ['card', 'bank'],
    })
    expect((await calls.check(me, late)).body).toMatchObject({ lines: [{ refund: { percent: 50, amount: 55 } }], amount: 55 })
    expect((await calls.check(me, today)).body).toMatchObject({ lines: [{ refund: null }], amount: 0, ways: [] })
    expect((await calls.refund(me, { orderNo: today })).body).toMatchObject({ code: 'nothing_to_refund' })

    const { refundNo } = (await calls.refund(me, { orderNo: early })).body
    expect(await refundIn(service, me, refundNo, 'refunded')).toMatchObject({
      amount: 220,
      orderKind: 'entry',
      items: [{ id: null, words: '泳池單次入場 2026年11月25日（三） ×2', paid: 220, percent: 100, amount: 220 }],
    })
    const half = (await calls.refund(me, { orderNo: late })).body.refundNo
    await refundIn(service, me, half, 'refunded')
    expect(await order(early)).toMatchObject({ status: 'cancelled', paid: 0, lines: [{ status: 'cancelled' }] })
    expect((await calls.refund(me, { orderNo: early })).body).toMatchObject({ code: 'order_not_refundable' })
    // Two mails, or one when the money was back before the first was written.
    const mail = (await service.inbox(me.email, 2)).find(({ subject }) => subject!.endsWith(`：NT$220（${refundNo}）`))
    expect(mail?.body).toContain('泳池單次入場 2026年11月25日（三） ×2　NT$220')
  })

  describe('is cancelled at the desk', () => {
    const cancel = (body: object, as: TestMember = desk) =>
      service.call('POST', '/api/Staff/Order/Line/Cancel', { as, body: { refund: 'rule', reason: '會員來電', ...body } })
    const linesOf = async (orderNo: string) => (await staff(`/api/Staff/Order/${orderNo}`)).lines
    const idsOf = async (orderNo: string) => (await linesOf(orderNo)).map(({ id }: { id: string }) => id)

    it('by its terms, in full out of goodwill, and not twice', async () => {
      const [half, whole] = [await paid('2026-11-16'), await paid('2026-11-16')]
      expect(await linesOf(half)).toMatchObject([{ status: 'active', locked: null, refundByRule: 55, refundInFull: 110 }])
      expect((await cancel({ orderNo: half, lines: await idsOf(half) })).body).toEqual({ back: 55 })
      expect((await cancel({ orderNo: whole, lines: await idsOf(whole), refund: 'goodwill' })).body).toEqual({ back: 110 })
      expect(await order(half)).toMatchObject({ status: 'cancelled', lines: [{ status: 'cancelled' }] })
      expect((await exported()).entries).toContainEqual({ orderNo: half, day: '2026-11-16', count: 1, state: 'given-back' })
      const story = await staff(`/api/Staff/Order/${whole}`)
      expect(story).toMatchObject({ refunds: [{ amount: 110 }], lines: [{ locked: { code: 'line_cancelled' } }] })
      expect(story.story).toContainEqual(
        expect.objectContaining({ what: 'cancelled', by: expect.objectContaining({ who: 'staff' }), note: '會員來電' }),
      )
      expect(await cancel({ orderNo: whole, lines: await idsOf(whole) })).toMatchObject({ status: 409, body: { code: 'line_cancelled' } })
    })

    it('on its day only in full: the terms give nothing then', async () => {
      const orderNo = await paid('2026-11-15')
      const lines = await idsOf(orderNo)
      expect(await cancel({ orderNo, lines })).toMatchObject({ status: 409, body: { code: 'line_gives_nothing_back' } })
      expect(await order(orderNo)).toMatchObject({ status: 'confirmed', lines: [{ status: 'active' }] })
      expect((await cancel({ orderNo, lines, refund: 'full' })).body).toEqual({ back: 110 })
    })

    it('unpaid as a whole, and nothing goes back', async () => {
      const orderNo = await bought('2026-11-29')
      expect((await cancel({ orderNo, lines: await idsOf(orderNo) })).body).toEqual({ back: 0 })
      expect(await order(orderNo)).toMatchObject({ status: 'cancelled' })
      expect((await staff(`/api/Staff/Order/${orderNo}`)).refunds).toEqual([])
    })

    it('not by the lines of another order, after it was used, or by whoever bought it', async () => {
      const [mine, other] = [await paid('2026-11-15'), await paid('2026-11-25')]
      expect(await cancel({ orderNo: mine, lines: await idsOf(other) })).toMatchObject({ status: 404 })
      await service.call('POST', '/api/Staff/Entry/Use', { as: desk, body: { orderNo: mine } })
      expect(await cancel({ orderNo: mine, lines: await idsOf(mine), refund: 'full' })).toMatchObject({
        body: { code: 'order_not_refundable' },
      })
      const key = randomUUID()
      const own = await service.call('POST', '/api/Entry', {
        as: desk,
        body: { day: '2026-11-25', count: 1 },
        headers: { 'idempotency-key': key },
      })
      const { orderNo } = own.body
      expect(await cancel({ orderNo, lines: await idsOf(orderNo) })).toMatchObject({ status: 403, body: { code: 'own_card' } })
    })
  })

  it('lapses when it is not paid, without a point', async () => {
    const orderNo = await bought('2026-11-30')
    const stateOf = async () => (await exported()).entries.find((one: { orderNo: string }) => one.orderNo === orderNo).state
    service.clock.advance(31 * 60_000)
    await service.jobs.send(service.db, 'expire-unpaid-orders', {})
    await service.jobsDone('expire-unpaid-orders')
    expect(await order(orderNo)).toMatchObject({ status: 'expired' })
    expect(await stateOf()).toBe('lapsed')
    expect(await service.db.selectFrom('violations').select('id').where('member_id', '=', me.id).execute()).toEqual([])
  })

  it('is in the member’s export, as an order and as what it is', async () => {
    const { orders, entries: mine } = await exported()
    const shown = orders.find(({ lines }: { lines: { count: number }[] }) => lines[0]!.count === 3)
    expect(shown).toMatchObject({ amount: 330, lines: [{ words: '泳池單次入場 2026年11月20日（五）', count: 3, amount: 330 }], items: [] })
    expect(mine).toContainEqual({ orderNo: shown.orderNo, day: '2026-11-20', count: 3, state: 'lapsed' })
  })

  it('leaves the books right', async () => {
    expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])
  })
})
