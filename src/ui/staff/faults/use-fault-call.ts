import { m } from '#i18n/generated/messages.js'
import type { Refused } from '#ui/kit/use-submit.ts'
import { refusedNow, useOneCall, useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { waitingKey } from '#ui/staff/kit/waiting.ts'
import { faultsKey } from './faults-queries.ts'

/** Why a call about a report was refused: by whom it was moved, when a colleague was faster. */
function refusalOfFault(error: unknown): Refused {
  const why = refusedNow(error)
  const by = error instanceof Error && 'body' in error ? (error.body as { movedBy?: string | null }).movedBy : undefined
  return why.code === 'report_not_there' && by ? { ...why, title: m.staff_tickets_faster({ who: by }) } : why
}

/** Makes one call about a report at a time, then reads the queues again; after a refusal too, because somebody was faster. */
export function useFaultCall() {
  const send = useStaffCall([faultsKey, waitingKey])
  const { once, busy, refused } = useOneCall(refusalOfFault)

  /** False when it was refused. `before` runs after the answer and before the queues are read again. */
  const call = async (path: string, body: object, before?: () => Promise<void>): Promise<boolean> =>
    (await once(async () => {
      await send(path, body, before && { onAnswer: before })
      return true
    })) ?? false
  return { call, busy, refused }
}
