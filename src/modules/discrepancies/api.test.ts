import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMoneyCheck, type MoneyCheck } from '#testing/money-check.ts'
import type { TestMember } from '#testing/test-service.ts'
import { insertDiscrepancies } from './store.ts'

let money: MoneyCheck
let finance: TestMember
beforeAll(async () => {
  money = await openMoneyCheck()
  finance = await money.service.newMember({ role: 'finance' })
})
afterAll(() => money?.close())

const list = (as: TestMember | undefined, show = 'open') =>
  money.service.call('GET', `/api/Staff/Discrepancy/List?show=${show}`, { as, headers: { 'accept-language': 'en' } })
const settle = (as: TestMember | undefined, body: object) => money.service.call('POST', '/api/Staff/Discrepancy/Settle', { as, body })

it('finance reads what differs, what to do, and how far the check is; and settles it with a note, once', async () => {
  const { orderNo, tradeNo } = await money.paid('linepay')
  await money.writeThere('linepay', tradeNo, { refunded: 100 })
  const waits = await money.paid('ecpay')
  money.gateway.always = 'lost'
  await money.night()
  await money.service.keepSessions()
  const { status, body, text } = await list(finance)
  expect(status, text).toBe(200)
  expect(body).toMatchObject({
    total: 1,
    items: [
      {
        kind: 'refunded-there',
        title: 'Refunded at the provider, not here',
        orderNo,
        other: 'LINE Pay',
        ours: 0,
        theirs: 100,
        reference: tradeNo,
        day: '2026-11-15',
        settledAt: null,
      },
    ],
    checks: [{ day: '2026-11-15', finishedAt: null, compared: 1 }],
    waits: [{ other: 'ECPay', count: 1, reason: 'timeout' }],
  })
  expect(text).not.toContain(waits.tradeNo)
  const waiting = await money.service.call('GET', '/api/Staff/Waiting', { as: finance })
  expect(waiting.body.queues).toContainEqual({ queue: 'discrepancies', count: 1, oldest: expect.any(String) })

  const { id } = body.items[0]
  expect((await settle(finance, { id, reason: 'refunded by the manager in the console' })).status).toBe(204)
  expect((await settle(finance, { id, reason: 'again' })).body.code).toBe('already_settled')
  expect((await list(finance)).body.total).toBe(0)
  const [settled] = (await list(finance, 'settled')).body.items
  expect(settled).toMatchObject({ id, note: 'refunded by the manager in the console', settledBy: expect.any(String) })
  const log = await money.db
    .selectFrom('audit_log')
    .select(['action', 'subject_id', 'after'])
    .where('action', '=', 'discrepancy.settled')
    .execute()
  expect(log).toMatchObject([{ subject_id: id, after: { kind: 'refunded-there', note: 'refunded by the manager in the console' } }])
  await money.night(3)
  expect((await list(finance)).body.total, 'the same does not come back').toBe(0)
})

it('is for finance alone, and refuses rubbish', async () => {
  const [member, desk] = [await money.service.newMember(), await money.service.newMember({ role: 'desk' })]
  for (const as of [undefined, member, desk]) {
    expect([401, 403, 404]).toContain((await list(as)).status)
    expect([401, 403, 404]).toContain((await settle(as, { id: randomUUID(), reason: 'x' })).status)
  }
  expect((await settle(finance, { id: randomUUID(), reason: 'x' })).status).toBe(404)
  for (const body of [
    { id: 'x', reason: 'x' },
    { id: randomUUID() },
    { id: randomUUID(), reason: '' },
    { id: randomUUID(), reason: 'x'.repeat(501) },
  ])
    expect((await settle(finance, body)).status, JSON.stringify(body)).toBe(422)
  expect((await list(finance, 'all')).status).toBe(422)
})

it('is listed page by page, each difference once; behind the last page there is none, and the sum is still right', async () => {
  await money.service.keepSessions()
  const { tradeNo } = await money.paid('linepay')
  const { orderId, attemptId } = await money.db
    .selectFrom('payment_attempts')
    .select(['id as attemptId', 'order_id as orderId'])
    .where('trade_no', '=', tradeNo)
    .executeTakeFirstOrThrow()
  const about = { day: '2026-11-15', orderId, attemptId, invoiceId: null, asked: 'linepay' }
  const kinds = ['paid-there', 'paid-here', 'other-amount', 'refunded-there', 'refunded-here'] as const
  // At the same moment, so that nothing but their ids puts them in order.
  const found = kinds.map((kind, n) => ({ kind, ours: n, theirs: n + 1 }))
  await insertDiscrepancies(money.db, about, found, new Date('2026-11-16T03:00:00+08:00'))
  const page = async (n: number) => (await list(finance, `open&page=${n}&pageSize=2`)).body
  const { total } = await page(1)
  const pages = await Promise.all(Array.from({ length: Math.ceil(total / 2) }, (_, n) => page(n + 1)))
  const ids = pages.flatMap(({ items }: { items: { id: string }[] }) => items.map(({ id }) => id))
  expect(ids.length).toBe(total)
  expect(new Set(ids).size).toBe(total)
  expect(total).toBeGreaterThanOrEqual(kinds.length)
  expect(await page(pages.length + 1)).toMatchObject({ items: [], total })
})
