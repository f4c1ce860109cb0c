import { m } from '#i18n/generated/messages.js'
import { refusalOf, type Refused } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useOneCall } from '#ui/staff/kit/use-staff-call.ts'
import { waitingKey } from '#ui/staff/kit/waiting.ts'
import { useQueryClient } from '@tanstack/react-query'
import { faultsKey } from './faults-queries.ts'

/** Why a call about a report was refused: by whom it was moved, when a colleague was faster. */
function refusalOfFault(error: unknown): Refused {
  const why = refusalOf(error, Date.now())
  const by = error instanceof Error && 'body' in error ? (error.body as { movedBy?: string | null }).movedBy : undefined
  return why.code === 'report_not_there' && by ? { ...why, title: m.staff_tickets_faster({ who: by }) } : why
}

/** Makes one call about a report at a time, then reads the queues again; after a refusal too, because somebody was faster. */
export function useFaultCall() {
  const api = useApi()
  const queries = useQueryClient()
  const { once, busy, refused } = useOneCall(refusalOfFault)

  /** False when it was refused. `before` runs after the answer and before the queues are read again. */
  async function call(path: string, body: object, before?: () => Promise<void>): Promise<boolean> {
    const isDone = await once(async () => {
      await api.post(path, body, { silent: true })
      await before?.()
      return true
    })
    await Promise.all([faultsKey, waitingKey].map((queryKey) => queries.invalidateQueries({ queryKey })))
    return isDone ?? false
  }
  return { call, busy, refused }
}
