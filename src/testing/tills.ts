import { randomUUID } from 'node:crypto'
import type { TestMember, TestService } from './test-service.ts'

/** Calls of the desk about tills and sales. `current` answers the service of the running test. */
export function deskCalls(current: () => TestService) {
  const post = (as: TestMember, path: string, body: object, key: string = randomUUID()) =>
    current().call('POST', path, { as, body, headers: { 'idempotency-key': key } })
  return {
    post,
    openTill: async (as: TestMember, float = 2000, name = '櫃檯'): Promise<string> =>
      (await post(as, '/api/Staff/Till/Open', { name, float })).body.tillId,
    till: async (as: TestMember, id: string) => (await current().call('GET', `/api/Staff/Till/${id}`, { as })).body,
    sell: (as: TestMember, body: object, key?: string) => post(as, '/api/Staff/Counter/Sale', body, key),
  }
}
