import { randomUUID } from 'node:crypto'
import { smallCentre } from './small-centre.ts'
import { openTestService, type TestMember, type TestService } from './test-service.ts'

/** A small centre with somebody at its desk. */
export async function openDesk(): Promise<{ service: TestService; desk: TestMember }> {
  const service = await openTestService()
  await smallCentre(service.db)
  return { service, desk: await service.newMember({ role: 'desk' }) }
}

/** Moves the clock of a service to a moment. */
export const goTo = ({ clock }: TestService, moment: string): void => clock.advance(Date.parse(moment) - clock.now().getTime())

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
