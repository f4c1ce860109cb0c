import { randomUUID } from 'node:crypto'
import { everyWeekday, wholeDay, type ClosurePlan } from '#modules/closures/rules.ts'
import type { TestMember, TestService } from './test-service.ts'

export const reason = { tw: '地板打蠟', en: 'Waxing the floor' }
export const words = { tw: '造成不便，敬請見諒。', en: 'We are sorry for the trouble.' }

/** The badminton hall of the small centre, whole, for a week from Monday 16 November 2026. */
export const weekPlan: ClosurePlan = {
  facilityIds: [1],
  courtIds: [],
  fromDay: '2026-11-16',
  toDay: '2026-11-22',
  ...wholeDay,
  weekdays: everyWeekday,
}
export const weekBody = { facilities: [1], from: '2026-11-16', to: '2026-11-22' }

/** Calls of staff about closures. */
export function closureCalls(current: () => TestService) {
  const preview = (as: TestMember, plan: object = weekBody) => current().call('POST', '/api/Staff/Closure/Preview', { as, body: plan })
  const run = (
    as: TestMember,
    plan: object,
    fingerprint: string,
    { key = randomUUID() as string, ...more }: { key?: string; reason?: object } = {},
  ) =>
    current().call('POST', '/api/Staff/Closure/Run', {
      as,
      body: { plan, cause: 'cleaning', reason, words, fingerprint, ...more },
      headers: { 'idempotency-key': key },
    })
  return {
    preview,
    run,
    read: async (as: TestMember, id: string) => (await current().call('GET', `/api/Staff/Closure/${id}`, { as })).body,
    lift: (as: TestMember, id: string) => current().call('POST', '/api/Staff/Closure/Lift', { as, body: { id } }),
    list: async (as: TestMember, query = '') => (await current().call('GET', `/api/Staff/Closure/List${query}`, { as })).body,
    /** Looks and runs; answers the id, when all bookings are settled. */
    async close(as: TestMember, plan: object = weekBody): Promise<string> {
      const { body } = await preview(as, plan)
      const started = await run(as, plan, body.fingerprint)
      if (started.status !== 202) throw new Error(`not closed: ${started.text}`)
      await current().jobsDone('run-closures')
      return started.body.id
    },
  }
}
