import { expect } from 'vitest'
import { brokenInvariants } from './invariants.ts'
import type { Item } from './orders.ts'
import { paidAtGateway } from './refunds.ts'
import { closureCalls, reason, words } from './closures.ts'
import type { TestMember, TestService } from './test-service.ts'

/** Closures with offers of other floor, and what their members see and answer. */
export function offeringCalls(current: () => { service: TestService; manager: TestMember }) {
  const calls = closureCalls(() => current().service)
  return {
    /** Closes courts on a day of November and offers other floor; answers the closure, when all bookings are settled. */
    async close(day: number, courts: number[], opens = '00:00', closes = '24:00'): Promise<string> {
      const { service, manager } = current()
      const plan = { facilities: [1], courts, from: `2026-11-${day}`, to: `2026-11-${day}`, opens, closes }
      const { fingerprint } = (await calls.preview(manager, plan)).body
      const started = await service.call('POST', '/api/Staff/Closure/Run', {
        as: manager,
        body: { plan, cause: 'fault', choice: 'offer', reason, words, fingerprint },
        headers: { 'idempotency-key': `close-${day}-${courts.join('-')}-${opens}` },
      })
      expect(started.status, started.text).toBe(202)
      await service.jobsDone('run-closures')
      return started.body.id
    },
    offers: async (as: TestMember) => (await current().service.call('GET', '/api/Order/Offer/List', { as })).body.items,
    answer: (as: TestMember, id: string, accept: boolean) =>
      current().service.call('POST', `/api/Order/Offer/${id}`, { as, body: { accept } }),
    async booked(item: Item) {
      const { service } = current()
      const me = await service.newMember()
      return { me, orderNo: (await paidAtGateway(service, me, [item])).orderNo }
    },
    itemOf: async (as: TestMember, orderNo: string) => (await current().service.call('GET', `/api/Order/${orderNo}`, { as })).body.items[0],
    statesOf: async (id: string) =>
      (await calls.read(current().manager, id)).items.map(({ state, owed }: { state: string; owed: number }) => [state, owed]),
    async whole() {
      const { db, clock } = current().service
      expect(await brokenInvariants(db, clock.now())).toEqual([])
    },
  }
}
