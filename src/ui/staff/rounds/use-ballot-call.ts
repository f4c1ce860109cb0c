import { useOneCall, useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { waitingKey } from '#ui/staff/kit/waiting.ts'
import { roundsKey } from './rounds-queries.ts'

/** Calls about a ballot, one at a time. */
export function useBallotCall() {
  const { once, busy, refused } = useOneCall()
  const send = useStaffCall([roundsKey, waitingKey])
  return { call: <T>(path: string, body: object) => once(() => send<T>(path, body)), busy, refused }
}
