import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import type { TestService, TestMember } from '#testing/test-service.ts'
import { lockerCalls, openLockerService, type LockerService } from '#testing/locker-service.ts'
import { lapseLockers } from './order-kinds.ts'
import { remindRenters } from './remind-renters.ts'

let lockerService: LockerService
let service: TestService
let me: TestMember
let other: TestMember
beforeEach(async () => {
  lockerService = await openLockerService()
  ;({ service, me, other } = lockerService)
})
afterEach(() => service.close())

const { rent, renew, giveBack, clear, mine, plan, order, subjects, messages, pay, rented, moveTo } = lockerCalls(() => lockerService)

describe('renewing a locker', () => {
  it('adds a term without a deposit once it is paid, in the last seven days', async () => {
    const { rentalId } = await rented()
    expect(await renew(rentalId)).toMatchObject({
      status: 409,
      body: { code: 'renew_too_early', title: '2026年12月9日（三）00:00 起才能續租' },
    })
    await moveTo('2026-12-12T09:00')
    expect(await mine()).toMatchObject({ current: { status: 'expiring', mayRenew: true } })
    const renewed = await renew(rentalId, { term: 'half-year' })
    expect(renewed).toMatchObject({ status: 201, body: { amount: 800, payBefore: '2026-12-15T16:00:00.000Z' } })
    expect(await mine()).toMatchObject({
      current: { status: 'expiring', mayRenew: false, lastDay: '2026-12-15', waiting: { amount: 800 } },
    })
    expect(await renew(rentalId)).toMatchObject({ status: 409, body: { code: 'renewal_waiting', orderNo: renewed.body.orderNo } })
    await pay(renewed.body.orderNo)
    expect(await mine()).toMatchObject({ current: { status: 'active', lastDay: '2027-06-15', waiting: null, returnGives: 1300 } })
    expect(await order(renewed.body.orderNo)).toMatchObject({ status: 'confirmed', title: '置物櫃 A01 續租（標準櫃，半年租）' })
  })

  it('can be asked for again after it lapsed, and a late payment still counts, since the locker is still the member’s', async () => {
    const { rentalId } = await rented()
    await moveTo('2026-12-09T09:00')
    const first = (await renew(rentalId)).body.orderNo
    await moveTo('2026-12-14T09:00')
    await expireUnpaidOrders(service.db, service.clock.now(), lapseLockers)
    expect(await mine()).toMatchObject({ current: { status: 'expiring', mayRenew: true, waiting: null } })
    expect((await renew(rentalId)).status).toBe(201)
    await moveTo('2026-12-18T09:00')
    expect(await mine()).toMatchObject({ current: { status: 'overdue' } })
    expect(await pay(first)).toBe('confirmed')
    expect(await mine()).toMatchObject({ current: { status: 'active', lastDay: '2027-01-15' } })
  })

  it('is for a member’s own active rental', async () => {
    const { rentalId } = await rented()
    await moveTo('2026-12-12T09:00')
    expect((await renew(rentalId, { as: other })).status).toBe(404)
    expect((await renew(randomUUID())).status).toBe(404)
    expect((await renew('rubbish')).status).toBe(422)
    await moveTo('2026-12-16T00:00')
    expect(await renew(rentalId)).toMatchObject({ status: 409, body: { code: 'locker_overdue' } })
  })
})

describe('returning a locker', () => {
  it('frees the locker at once and owes the deposit back, once', async () => {
    const { rentalId, orderNo } = await rented()
    await moveTo('2026-11-25T09:00')
    expect(await giveBack(rentalId)).toMatchObject({ status: 200, body: { amount: 500 } })
    expect(await plan()).toMatchObject({ A01: 'free' })
    expect(await order(orderNo)).toMatchObject({ status: 'completed', paid: 650, owed: 500 })
    expect(await mine()).toMatchObject({ current: null, past: [{ status: 'returned', returnGives: null }] })
    expect(await giveBack(rentalId)).toMatchObject({ status: 409, body: { code: 'locker_not_active' } })
    expect((await rent(1, { as: other })).status).toBe(201)
    expect(await subjects(3)).toContain('置物櫃 A01 已退租')
    const letter = (await service.inbox(me.email, 3)).find(({ subject }) => subject === '置物櫃 A01 已退租')
    expect(letter!.body, 'leads to what comes back').toContain('/member/order/refund?signed=')
  })

  it('cancels an unpaid renewal, and refunds a paid term that has not begun', async () => {
    const { rentalId } = await rented()
    await moveTo('2026-12-12T09:00')
    const paid = (await renew(rentalId)).body.orderNo
    await pay(paid)
    await moveTo('2026-12-15T09:00')
    expect(await giveBack(rentalId)).toMatchObject({ status: 200, body: { amount: 650 } })
    expect(await order(paid)).toMatchObject({ status: 'cancelled', owed: 150 })

    const second = await rented(2)
    await moveTo('2027-01-12T09:00')
    const waiting = (await renew(second.rentalId)).body.orderNo
    expect(await giveBack(second.rentalId)).toMatchObject({ body: { amount: 500 } })
    expect(await order(waiting)).toMatchObject({ status: 'cancelled', owed: 0 })
    expect(await pay(waiting)).toBe('refund-due')
  })

  it('is for a member’s own paid rental', async () => {
    const { rentalId } = await rented()
    expect((await giveBack(rentalId, other)).status).toBe(404)
    expect((await service.call('POST', '/api/Locker/Return', { body: { rentalId } })).status).toBe(401)
    expect((await giveBack('rubbish')).status).toBe(422)
    const reserved = await rent(2, { as: other })
    expect(reserved.status).toBe(201)
    expect(await giveBack((await mine(other)).current.id, other)).toMatchObject({ status: 409, body: { code: 'locker_not_active' } })
  })
})

describe('a locker whose term ends', () => {
  it('has a mail seven days before, then on the first, seventh and fourteenth day after, once each; then staff may clear it', async () => {
    const { rentalId, orderNo } = await rented()
    const morning = async (day: string) => {
      await moveTo(`${day}T09:00`)
      await remindRenters(service.db, service.clock.now())
      await remindRenters(service.db, service.clock.now())
    }
    const counts: [string, number, number][] = []
    for (const day of [
      '2026-12-08',
      '2026-12-09',
      '2026-12-15',
      '2026-12-16',
      '2026-12-21',
      '2026-12-22',
      '2026-12-28',
      '2026-12-29',
      '2027-01-10',
    ]) {
      await morning(day)
      if (day === '2026-12-28') expect(await clear(rentalId)).toMatchObject({ status: 409, body: { code: 'clear_too_early' } })
      counts.push([day.slice(5), await messages('將於'), await messages('逾期未清')])
    }
    expect(counts).toEqual([
      ['12-08', 0, 0],
      ['12-09', 1, 0],
      ['12-15', 1, 0],
      ['12-16', 1, 1],
      ['12-21', 1, 1],
      ['12-22', 1, 2],
      ['12-28', 1, 2],
      ['12-29', 1, 3],
      ['01-10', 1, 3],
    ])
    expect(await plan()).toMatchObject({ A01: 'taken' })
    const list = await service.call('GET', '/api/Staff/Locker/List?status=overdue', { as: lockerService.desk })
    expect(list.body).toMatchObject({
      total: 1,
      items: [{ number: 'A01', status: 'overdue', memberAccount: me.account, clearFrom: '2026-12-28T16:00:00.000Z' }],
    })

    expect((await clear(rentalId, me)).status).toBe(403)
    expect((await clear(randomUUID())).status).toBe(404)
    expect((await clear(rentalId)).status).toBe(204)
    expect(await clear(rentalId)).toMatchObject({ status: 409, body: { code: 'locker_not_active' } })
    expect(await plan()).toMatchObject({ A01: 'free' })
    expect(await order(orderNo), 'the deposit is kept').toMatchObject({ status: 'completed', paid: 650, owed: 0 })
    expect(await mine()).toMatchObject({ current: null, past: [{ status: 'cleared' }] })
    expect(await giveBack(rentalId)).toMatchObject({ status: 409 })
  })

  it('can still be returned when it is overdue, with the deposit refunded', async () => {
    const { rentalId } = await rented()
    await moveTo('2026-12-20T09:00')
    expect(await giveBack(rentalId)).toMatchObject({ status: 200, body: { amount: 500 } })
  })
})
