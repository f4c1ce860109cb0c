import { refusedNow, usePressCall } from '#ui/staff/kit/use-staff-call.ts'
import { waitingKey } from '#ui/staff/kit/waiting.ts'
import { roundsKey } from './rounds-queries.ts'

/** Calls about a ballot, one at a time; the screen shows why one was refused. */
export const useBallotCall = () => usePressCall([roundsKey, waitingKey], refusedNow)
