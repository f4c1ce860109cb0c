import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { at, orderCalls } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
})
afterAll(() => service.close())

const { check, place } = orderCalls(() => service)

describe('B33 checking an order', () => {
  it('quotes a visitor the general public’s price, with the refund terms', async () => {
    const { status, body } = await check([at(1, 20, 19)])
    expect(status).toBe(200)
    expect(body).toMatchObject({ amount: 500, identity: '一般民眾', quota: null, payMinutes: 15, problems: [] })
    const [item] = body.items
    expect(item).toMatchObject({ problems: [], quoted: { venue1stName: '羽球館', venue2ndName: '羽球場 1', price: 500, total: 500 } })
    expect(item.quoted.refund).toEqual([
      { daysBefore: 3, percent: 100, amount: 500, until: '2026-11-17T16:00:00.000Z' },
      { daysBefore: 1, percent: 50, amount: 250, until: '2026-11-19T16:00:00.000Z' },
      { daysBefore: 0, percent: 0, amount: 0, until: '2026-11-20T11:00:00.000Z' },
    ])
  })

  it('leaves out refund terms that have passed, and promises the whole deposit', async () => {
    const { body } = await check([at(20, 21, 18, 4)])
    expect(body.items[0].quoted).toMatchObject({ price: 6000, lightFee: 100, deposit: 10_000, total: 16_100 })
    expect(body.items[0].quoted.refund).toEqual([
      { daysBefore: 4, percent: 30, amount: 11_830, until: '2026-11-17T16:00:00.000Z' },
      { daysBefore: 0, percent: 0, amount: 10_000, until: '2026-11-21T10:00:00.000Z' },
    ])
  })

  it('reports every problem by item, with a text, and prices the rest', async () => {
    const { body } = await check([at(99, 20, 19), at(1, 15, 9), at(1, 20, 19.5), at(1, 25, 19), at(10, 20, 8), at(11, 20, 8), at(2, 20, 7)])
    expect(body.items.map(({ problems }: any) => problems.map(({ code }: any) => code))).toEqual([
      ['no_such_court'],
      ['starts_in_past'],
      ['off_grid'],
      ['not_open_yet'],
      [],
      ['items_overlap'],
      [],
    ])
    expect(body.items[3].problems[0].title).toBe('尚未開放預約，11月18日（三）零時起開放')
    expect(body.amount).toBe(1400 + 300)
  })

  it('reports taken periods without their holder, and offers the nearest alternatives', async () => {
    const [one, other] = [await service.newMember(), await service.newMember()]
    await place(one, [at(3, 20, 20)])
    const seen = (await check([at(3, 20, 20)], other)).body.items[0]
    expect(seen.problems).toEqual([{ code: 'period_taken', title: '這個時段剛被其他人預約了' }])
    expect(seen.alternatives.map(({ venue2ndId, start }: any) => [venue2ndId, start])).toEqual([
      [2, '2026-11-20T12:00:00.000Z'],
      [4, '2026-11-20T12:00:00.000Z'],
      [1, '2026-11-20T12:00:00.000Z'],
    ])
    expect((await check([at(3, 20, 20)], one)).body.items[0]).toMatchObject({ problems: [{ code: 'period_yours' }], alternatives: [] })
  })

  it('counts the quota of a logged-in member', async () => {
    const me = await service.newMember()
    await place(me, [at(1, 17, 7, 2)])
    const { body } = await check([at(1, 17, 10), at(1, 18, 10)], me)
    expect(body.quota).toEqual([{ week: '2026-11-16', minutes: 240, allowed: 240 }])
    expect(body.problems).toEqual([
      {
        code: 'over_quota',
        title: '11月17日（二）同一項運動合計 3 小時，每天最多 2 小時',
        over: { limit: 'day', sport: 'badminton', day: '2026-11-17', minutes: 180, allowed: 120 },
      },
    ])
  })

  it('answers in English to an English reader', async () => {
    const { body } = await service.call('POST', '/api/Order/Member/Check', {
      body: { items: [at(1, 15, 9)] },
      headers: { 'accept-language': 'en' },
    })
    expect(body.items[0].problems[0].title).toBe('This time has already started')
  })

  it('refuses periods that end before they begin, and more than ten', async () => {
    const { start, end } = at(1, 20, 19)
    expect(await check([{ venue2ndId: 1, start: end, end: start }])).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'items.0.end', message: '結束時間須晚於開始時間' }] },
    })
    expect((await check([])).status).toBe(422)
    expect((await check(Array.from({ length: 11 }, () => at(1, 20, 19)))).status).toBe(422)
  })
})

describe('B34 placing an order', () => {
  it('holds the periods for fifteen minutes', async () => {
    const me = await service.newMember()
    const { status, body } = await place(me, [at(5, 20, 19)])
    expect(status).toBe(201)
    expect(body).toEqual({
      orderNo: expect.stringMatching(/^F261115[2-9A-Z]{7}$/),
      status: 'awaiting-payment',
      amount: 500,
      payBefore: '2026-11-15T02:15:00.000Z',
    })
  })

  it('ends the hold when the first period begins', async () => {
    const late = await openTestService({ start: new Date('2026-11-15T10:50:00+08:00') })
    await smallCentre(late.db)
    const me = await late.newMember()
    const answer = await late.call('POST', '/api/Order/Member', {
      as: me,
      body: { items: [at(1, 15, 11)] },
      headers: { 'idempotency-key': 'just in time' },
    })
    expect(answer.body.payBefore).toBe('2026-11-15T03:00:00.000Z')
    await late.close()
  })

  it('needs an idempotency key of eight to a hundred characters', async () => {
    const me = await service.newMember()
    for (const key of ['', 'short', 'x'.repeat(101)])
      expect(await place(me, [at(5, 20, 7)], { key })).toMatchObject({ status: 422, body: { code: 'idempotency_key_missing' } })
  })

  it('answers the same key and body with the same order, and another body with 409', async () => {
    const me = await service.newMember()
    const first = await place(me, [at(5, 20, 8)], { key: 'one and the same' })
    expect(await place(me, [at(5, 20, 8)], { key: 'one and the same' })).toMatchObject({ status: 201, body: first.body })
    expect(await place(me, [at(5, 20, 9)], { key: 'one and the same' })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    expect((await place(await service.newMember(), [at(5, 20, 9)], { key: 'one and the same' })).status, 'a key is the member’s own').toBe(
      201,
    )
  })

  it('names the items that are taken, and holds none of the others', async () => {
    await place(await service.newMember(), [at(6, 20, 19)])
    const answer = await place(await service.newMember(), [at(6, 20, 18), at(6, 20, 19)])
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'period_taken',
        items: [{ item: 1, venue2ndId: 6, start: at(6, 20, 19).start, title: '這個時段剛被其他人預約了' }],
        errors: [{ path: 'items.1' }],
      },
    })
    expect((await check([at(6, 20, 18)])).body.items[0].problems).toEqual([])
  })

  it('refuses invalid items, with a text for each', async () => {
    const answer = await place(await service.newMember(), [at(6, 20, 7), at(6, 15, 7)])
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'items_refused',
        items: [{ item: 1, code: 'starts_in_past' }],
        errors: [{ path: 'items.1', message: '這個時段已經開始' }],
      },
    })
  })

  it('refuses an order above the quota', async () => {
    const answer = await place(await service.newMember(), [at(7, 20, 7, 2), at(8, 20, 9)])
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'over_quota', title: '超過可預約時數：11月20日（五）同一項運動合計 3 小時，每天最多 2 小時' },
    })
  })

  it('confirms a free order at once', async () => {
    const me = await service.newMember()
    await service.db.updateTable('members').set({ identity_id: 7 }).where('id', '=', me.id).execute()
    await service.db.updateTable('identities').set({ needs_proof: false }).where('id', '=', 7).execute()
    const { body } = await place(me, [at(7, 20, 19)])
    expect(body).toMatchObject({ status: 'confirmed', amount: 0, payBefore: null })
    expect((await service.call('POST', '/api/Order/List', { as: me, body: { kind: 'zero' } })).body).toMatchObject({
      total: 1,
      items: [{ orderNo: body.orderNo }],
    })
  })
  it('answers the same key as the first time when the period has begun meanwhile, and another body with 409', async () => {
    const me = await service.newMember()
    const [game, key] = [at(3, 16, 9), 'asked before the game']
    const first = await place(me, [game], { key })
    service.clock.advance(Date.parse(game.start) - service.clock.now().getTime())
    expect(await place(me, [game], { key })).toMatchObject({
      status: 201,
      body: { orderNo: first.body.orderNo, amount: first.body.amount },
    })
    expect(await place(me, [at(4, 16, 9)], { key })).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect(await place(me, [game])).toMatchObject({ status: 422, body: { code: 'items_refused' } })
  })
})
