import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, placed } from '#testing/orders.ts'
import { openSplitDesk, splitCalls } from '#testing/split-sales.ts'
import type { TestMember, TestService } from '#testing/test-service.ts'

/** Orders that the desk is paid for in parts, and by vouchers. */
let service: TestService
let desk: TestMember
let tillId: string
const { calls, guest, coins, other, card, cash, split, sell, pay, ledgerOf, whole } = splitCalls(() => ({ service, desk, tillId }))
beforeAll(async () => {
  ;({ service, desk, tillId } = await openSplitDesk())
})
afterAll(() => service.close())

const receiptOf = async (orderNo: string) => (await service.call('GET', `/api/Staff/Payment/Receipt/${orderNo}`, { as: desk })).body

describe('a sale that is paid in parts', () => {
  it('is one payment for each part, in the ledger, on the receipt and in the till, whose drawer has the cash alone', async () => {
    const before = await calls.till(desk, tillId)
    const sold = await sell(1, 20, split(coins(250), card(150), cash(100, 500)))
    expect(sold, sold.text).toMatchObject({ status: 201, body: { status: 'confirmed', amount: 500, change: 400 } })
    const { orderNo } = sold.body
    expect(await ledgerOf(orderNo)).toEqual([
      ['voucher', 250],
      ['terminal', 150],
      ['cash', 100],
    ])
    expect((await receiptOf(orderNo)).payments).toMatchObject([
      { way: 'voucher', voucher: 'sports-voucher', amount: 250, reference: 'QR-778899', till: '櫃檯', by: expect.any(String) },
      { way: 'terminal', voucher: null, amount: 150, reference: 'T-0042', till: '櫃檯' },
      { way: 'cash', amount: 100, given: 500, change: 400, till: '櫃檯' },
    ])
    const till = await calls.till(desk, tillId)
    expect(till.expected).toBe(before.expected + 100)
    expect(till.ways).toEqual([
      { method: 'cash', sale: 100, refund: 0 },
      { method: 'terminal', sale: 150, refund: 0 },
      { method: 'sports-voucher', sale: 250, refund: 0 },
    ])
    expect(till.vouchers).toMatchObject({ count: 1, amount: 250, slips: [{ reference: 'QR-778899', orderNo }] })
    await whole()
  })

  it('is sold once when the button is pressed twice', async () => {
    const money = split(coins(300), cash(200, 1000))
    const [first, second] = [await sell(2, 20, money, 'split twice'), await sell(2, 20, money, 'split twice')]
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
    expect(await ledgerOf(first.body.orderNo)).toHaveLength(2)
  })

  it('is refused whole where the parts are not the price: no order, no money', async () => {
    const orders = async () =>
      Number(
        (
          await service.db
            .selectFrom('orders')
            .select(({ fn }) => fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    const [count, { expected }] = [await orders(), await calls.till(desk, tillId)]
    for (const [money, code] of [
      [split(coins(600)), 'parts_not_the_price'],
      [split(coins(200), cash(200)), 'parts_not_the_price'],
      [split(card(300), cash(200, 100)), 'given_too_little'],
    ] as const)
      expect(await sell(3, 20, money)).toMatchObject({ status: 422, body: { code } })
    expect(await sell(3, 20, { ...split(card(300), cash(200)), tillId: desk.id })).toMatchObject({
      status: 409,
      body: { code: 'till_closed' },
    })
    for (const parts of [
      [],
      [cash(200), cash(300)],
      [coins(250), coins(250)],
      [coins(0), card(500)],
      [{ way: 'voucher', kind: 'gold', amount: 500, reference: 'x' }],
      [{ way: 'voucher', kind: 'voucher', amount: 500, reference: ' ' }],
      [{ way: 'link', amount: 500 }],
      Array.from({ length: 7 }, (_, n) => coins(n + 1, `no ${n}`)),
    ])
      expect(await sell(3, 20, split(...parts))).toMatchObject({ status: 422, body: { code: 'invalid_body' } })
    expect([await orders(), (await calls.till(desk, tillId)).expected]).toEqual([count, expected])
  })

  it('is for the desk alone', async () => {
    for (const role of ['finance', 'editor'] as const) {
      const body = { guest, items: [at(3, 21, 19)], amount: 500, payment: split(card(500)) }
      expect((await calls.sell(await service.newMember({ role }), body)).status).toBe(403)
    }
  })
})

it('takes nothing for a sale that costs nothing, and checks in who buys a period that has begun', async () => {
  const body = { guest, items: [at(1, 15, 10)], amount: 0, identityId: 7, proofSeen: true, payment: { way: 'arrival' } }
  const sold = await calls.sell(desk, body)
  expect(sold, sold.text).toMatchObject({ status: 201, body: { status: 'confirmed', amount: 0, change: 0, checkedIn: true } })
})

describe('an order that was placed before', () => {
  it('is paid in parts by whoever comes, once', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(4, 20, 19)])
    expect(await pay(orderNo, split(coins(200), card(200)))).toMatchObject({ status: 422, body: { code: 'parts_not_the_price' } })
    const money = split(coins(200), card(300))
    expect(await pay(orderNo, money, 'one press')).toMatchObject({ status: 200, body: { amount: 500, change: 0 } })
    expect(await pay(orderNo, money, 'one press')).toMatchObject({ status: 200, body: { amount: 500, change: 0 } })
    expect(await pay(orderNo, money)).toMatchObject({ status: 409, body: { code: 'nothing_to_pay' } })
    for (const changed of [
      { way: 'cash', tillId, given: 500 },
      split(coins(300), card(200)),
      split(coins(200, 'QR-2'), card(300)),
      split(other(200, 'QR-778899'), card(300)),
      split(coins(200), card(200)),
    ])
      expect(await pay(orderNo, changed, 'one press')).toMatchObject({ status: 409, body: { code: 'paid_already_so' } })
    expect(await ledgerOf(orderNo)).toHaveLength(2)
    await whole()
  })

  it('keeps its invoice when it is paid again with another buyer, whose answer was lost', async () => {
    const orderNo = await placed(service, await service.newMember(), [at(6, 20, 19)])
    const money = { way: 'cash', tillId, given: 500 }
    const invoice = { kind: 'business', code: '', taxId: '04595257', title: '某公司' }
    const first = await pay(orderNo, { ...money, invoice }, 'lost answer')
    expect(first, first.text).toMatchObject({ status: 200 })
    expect(await pay(orderNo, { ...money, invoice }, 'lost answer')).toMatchObject({ status: 200 })
    const changed = { ...money, invoice: { ...invoice, title: '另一家公司' } }
    expect(await pay(orderNo, changed, 'lost answer')).toMatchObject({ status: 409, body: { code: 'paid_already_so' } })
    const order = service.db.selectFrom('orders').select('id').where('order_no', '=', orderNo)
    expect(await service.db.selectFrom('invoice_buyers').select('title').where('order_id', '=', order).execute()).toEqual([
      { title: '某公司' },
    ])
  })

  it('is paid by one voucher for the whole price', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(5, 20, 19)])
    expect(await pay(orderNo, { way: 'voucher', tillId, kind: 'voucher', reference: 'BOOK-1' })).toMatchObject({ body: { amount: 500 } })
    expect(await ledgerOf(orderNo)).toEqual([['voucher', 500]])
  })
})

it('names at the counter the order that a voucher has paid for, and takes its number again', async () => {
  const used = async (kind: string, reference: string) =>
    (await service.call('GET', `/api/Staff/Payment/Voucher?${new URLSearchParams({ kind, reference })}`, { as: desk })).body
  expect(await used('voucher', 'VISITS-10')).toEqual({ orders: [] })
  const first = (await sell(6, 26, split(other(500, 'VISITS-10')))).body.orderNo
  expect(await used('voucher', ' visits-10 ')).toEqual({ orders: [first] })
  expect(await used('sports-voucher', 'VISITS-10')).toEqual({ orders: [] })
  expect(await sell(7, 26, split(other(500, 'VISITS-10')))).toMatchObject({ status: 201 })
})

it('takes a slip once in a sale, and says so at its field', async () => {
  const twice = await sell(8, 26, split(card(200, 'T-1'), card(300, ' t-1 ')))
  expect(twice).toMatchObject({ status: 422, body: { errors: [{ path: 'payment.parts.1.reference', message: '這張簽單已經列入了' }] } })
})

it('refuses a press of a sale again with another payment, another price or another buyer', async () => {
  const key = 'one sale'
  const sold = await sell(1, 27, split(coins(200), cash(300, 500)), key)
  expect(sold).toMatchObject({ status: 201, body: { change: 200 } })
  const { orderNo, memberId } = sold.body
  const again = (payment: object, more: object = {}) =>
    calls.sell(desk, { memberId, items: [at(1, 27, 19)], amount: 500, payment, ...more }, key)
  expect(await again(split(coins(200), cash(300, 500)))).toMatchObject({ status: 201, body: { orderNo, change: 200 } })
  for (const money of [split(coins(300), cash(200)), split(coins(200), cash(300)), { way: 'cash', tillId, given: 500 }, { way: 'arrival' }])
    expect(await again(money)).toMatchObject({ status: 409, body: { code: 'paid_already_so', orderNo } })
  const buyer = { kind: 'business', code: '', taxId: '12345675', title: '青禾股份有限公司' }
  expect(await again(split(coins(200), cash(300, 500)), { invoice: buyer })).toMatchObject({ body: { code: 'idempotency_key_reused' } })
  expect(await again(split(coins(200), cash(300, 500)), { amount: 400 })).toMatchObject({ body: { code: 'idempotency_key_reused' } })
  const held = await calls.sell(desk, { memberId, items: [at(2, 27, 19)], amount: 500, payment: { way: 'arrival' } }, 'held until then')
  expect(held.status, held.text).toBe(201)
  const paidNow = { memberId, items: [at(2, 27, 19)], amount: 500, payment: { way: 'cash', tillId, given: 500 } }
  expect(await calls.sell(desk, paidNow, 'held until then')).toMatchObject({ body: { code: 'idempotency_key_reused' } })
})

it('answers a repeated press with the change that was given, and refuses one that says another sum', async () => {
  const orderNo = await placed(service, await service.newMember(), [at(2, 21, 19)])
  const paid = { status: 200, body: { amount: 500, change: 500 } }
  expect(await pay(orderNo, { way: 'cash', tillId, given: 1000 }, 'cash press')).toMatchObject(paid)
  expect(await pay(orderNo, { way: 'cash', tillId, given: 1000 }, 'cash press')).toMatchObject(paid)
  expect(await pay(orderNo, { way: 'cash', tillId, given: 600 }, 'cash press')).toMatchObject({
    status: 409,
    body: { code: 'paid_already_so' },
  })
})
