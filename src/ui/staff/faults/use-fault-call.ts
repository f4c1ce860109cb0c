import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { refusalOf, type Refused } from '#ui/kit/use-submit.ts'
import { waitingKey } from '#ui/staff/kit/waiting.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { faultsKey } from './faults-queries.ts'

/** Makes one call about a report at a time, then reads the queues again; after a refusal too, because somebody was faster. */
export function useFaultCall() {
  const api = useApi()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const sending = useRef(false)

  const readAgain = () =>
    Promise.all([queries.invalidateQueries({ queryKey: faultsKey }), queries.invalidateQueries({ queryKey: waitingKey })])

  /** False when it was refused. `before` runs after the answer and before the queues are read again. */
  async function call(path: string, body: object, before?: () => Promise<void>): Promise<boolean> {
    if (sending.current) return false
    sending.current = true
    setBusy(true)
    setRefused(undefined)
    try {
      await api.post(path, body, { silent: true })
      await before?.()
      return true
    } catch (error) {
      const why = refusalOf(error, Date.now())
      const by = error instanceof Error && 'body' in error ? (error.body as { movedBy?: string | null }).movedBy : undefined
      setRefused(why.code === 'report_not_there' && by ? { ...why, title: m.staff_tickets_faster({ who: by }) } : why)
      return false
    } finally {
      sending.current = false
      setBusy(false)
      await readAgain()
    }
  }
  return { call, busy, refused, readAgain }
}
