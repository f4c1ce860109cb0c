import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { OrderStoryAnswer, StoryMoment } from '#modules/desk/orders-wire.ts'
import type { Item } from './orders.ts'
import { deskCalls } from './tills.ts'
import type { TestMember, TestService } from './test-service.ts'

/** Somebody at the desk with an open till. */
export type DeskAtWork = { service: TestService; desk: TestMember; tillId: string }

/** Calls of staff about orders. `current` answers the service of the running test, and who is at its desk. */
export function staffOrderCalls(current: () => DeskAtWork) {
  const { post, sell } = deskCalls(() => current().service)
  let guests = 0
  const order = async (orderNo: string): Promise<OrderStoryAnswer> =>
    (await current().service.call('GET', `/api/Staff/Order/${orderNo}`, { as: current().desk })).body
  return {
    order,
    story: async (orderNo: string): Promise<StoryMoment[]> => (await order(orderNo)).story,
    list: (query = '') => current().service.call('GET', `/api/Staff/Order/List?${query}`, { as: current().desk }),
    again: (orderNo: string, messageId: string, key: string = randomUUID(), as = current().desk) =>
      post(as, '/api/Staff/Order/Message/Again', { orderNo, messageId }, key),
    cancel: (orderNo: string, items: { id: string; moves: number }[], refund: 'rule' | 'goodwill' | 'full', as = current().desk) =>
      post(as, '/api/Staff/Order/Cancel', { orderNo, items, refund, reason: '會員來電' }),
    /** A guest buys these periods at the counter and pays cash. */
    async soldForCash(items: Item[], amount: number) {
      const { desk, tillId } = current()
      const guest = { name: `王小${guests}`, mobile: `09550000${10 + guests++}` }
      const sold = await sell(desk, { guest, items, amount, payment: { way: 'cash', tillId, given: 1000 } })
      expect(sold.status, sold.text).toBe(201)
      return { ...guest, orderNo: sold.body.orderNo as string, memberId: sold.body.memberId as string }
    },
  }
}

/** Messages of a story, each with who caused it. */
export const toldIn = (moments: StoryMoment[]) => moments.flatMap(({ message, by }) => (message ? [{ ...message, by: by.who }] : []))
