import type { CallOptions } from '#client/api-client.ts'
import { toast } from '#ui/kit/toast.tsx'
import { refusalOf, type Refused } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'

/** `done`: said in a toast when the call has succeeded. */
type StaffCall = <T>(path: string, body?: object, done?: string) => Promise<T>

/** Makes a call, then reads these queries again; after a refusal too, because somebody else may have been faster. */
export function useStaffCall(reads: readonly QueryKey[], options: CallOptions = { silent: true }): StaffCall {
  const api = useApi()
  const queryClient = useQueryClient()
  return async <T>(path: string, body: object = {}, done?: string) => {
    try {
      const answer = await api.post<T>(path, body, options)
      if (done !== undefined) toast('success', done)
      return answer
    } finally {
      await Promise.all(reads.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    }
  }
}

const refusedNow = (error: unknown): Refused => refusalOf(error, Date.now())

/** One call at a time: a second press while one is under way does nothing. A refusal is kept for the screen to show. */
export function useOneCall(explain: (error: unknown) => Refused = refusedNow) {
  const [refused, setRefused] = useState<Refused>()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  async function once<T>(send: () => Promise<T>): Promise<T | undefined> {
    if (sending.current) return undefined
    sending.current = true
    setBusy(true)
    setRefused(undefined)
    try {
      return await send()
    } catch (error) {
      setRefused(explain(error))
      return undefined
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return { once, busy, refused, clearRefusal: () => setRefused(undefined) }
}
