import { expect } from 'vitest'
import { brokenInvariants } from './invariants.ts'
import { at } from './orders.ts'
import { staffOrderCalls } from './staff-orders.ts'
import type { TestMember, TestService } from './test-service.ts'
import { deskCalls, openDesk } from './tills.ts'

type Desk = { service: TestService; desk: TestMember; tillId: string }

/** Somebody at the desk, with a till that has a float of 1000. */
export async function openSplitDesk(): Promise<Desk> {
  const { service, desk } = await openDesk()
  return { service, desk, tillId: await deskCalls(() => service).openTill(desk, 1000) }
}

/** Parts of a payment, and calls of the desk that is paid in parts. `current` answers the desk of the running test. */
export function splitCalls(current: () => Desk) {
  const calls = deskCalls(() => current().service)
  const staff = staffOrderCalls(current)
  const guest = { name: '王小明', mobile: '0911222333' }
  return {
    calls,
    guest,
    staff,
    coins: (amount: number, reference = 'QR-778899') => ({ way: 'voucher', kind: 'sports-voucher', amount, reference }),
    other: (amount: number, reference = 'BOOK-7') => ({ way: 'voucher', kind: 'voucher', amount, reference }),
    card: (amount: number, reference = 'T-0042') => ({ way: 'terminal', amount, reference }),
    cash: (amount: number, given = amount) => ({ way: 'cash', amount, given }),
    split: (...parts: object[]) => ({ way: 'split', tillId: current().tillId, parts }),
    /** An hour of 500 in the evening. */
    sell: (court: number, day: number, payment: object, key?: string, whom = guest) =>
      calls.sell(current().desk, { guest: whom, items: [at(court, day, 19)], amount: 500, payment }, key),
    pay: (orderNo: string, money: object, key?: string) =>
      calls.post(current().desk, '/api/Staff/Payment/Desk', { orderNo, ...money }, key),
    payOut: (refundNo: string, how: object, key?: string) =>
      calls.post(current().desk, '/api/Staff/Payment/Refund', { refundNo, tillId: current().tillId, ...how }, key),
    async refunded(orderNo: string, count: number) {
      const refunds = async () => (await staff.order(orderNo)).refunds
      await expect.poll(async () => (await refunds()).length, { timeout: 8000 }).toBe(count)
      return refunds()
    },
    async ledgerOf(orderNo: string) {
      const rows = await current()
        .service.db.selectFrom('ledger as l')
        .innerJoin('orders as o', 'o.id', 'l.order_id')
        .select(['l.way', 'l.amount'])
        .where('o.order_no', '=', orderNo)
        .orderBy('l.id')
        .execute()
      return rows.map(({ way, amount }) => [way, amount])
    },
    async whole() {
      const { service } = current()
      expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])
    },
  }
}
