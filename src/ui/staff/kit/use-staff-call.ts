import { ApiProblem } from '#client/api-problem.ts'
import { toast } from '#ui/kit/toast.tsx'
import { refusalOf, type Refused } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'

type Sending<T> = {
  /** POST when left out. */
  by?: 'put' | 'delete'
  /** Idempotency key: a request that is sent again, because its answer was lost, is carried out once. */
  key?: string
  /** Said in a toast when the call has succeeded. */
  done?: string | ((answer: T) => string)
  /** Runs with the answer, before the queries are read again. */
  onAnswer?(answer: T): void | Promise<void>
}

/** `how`: the text that is said when the call has succeeded, where nothing else is special about it. */
type StaffCall = <T = void>(path: string, body?: object, how?: string | Sending<T>) => Promise<T>

/**
 * The console's way to call the API. Makes a call, then reads these queries again; after a refusal too, because somebody else may have
 * been faster. The API client tells that there was no answer, and leads to the login when the session has ended; every other refusal is
 * shown by the form (useSubmit), or by usePressCall where there is none. `ownKey`: idempotency key of every call.
 */
export function useStaffCall(reads: readonly QueryKey[] = [], ownKey?: string): StaffCall {
  const api = useApi()
  const queryClient = useQueryClient()
  return async <T>(path: string, body: object = {}, how: string | Sending<T> = {}) => {
    const { by, key = ownKey, done, onAnswer }: Sending<T> = typeof how === 'string' ? { done: how } : how
    const options = key === undefined ? {} : { headers: { 'idempotency-key': key } }
    try {
      const answer = by === 'delete' ? await api.delete<T>(path, options) : await api[by ?? 'post']<T>(path, body, options)
      if (done !== undefined) toast('success', typeof done === 'string' ? done : done(answer))
      await onAnswer?.(answer)
      return answer
    } finally {
      await Promise.all(reads.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    }
  }
}

export const refusedNow = (error: unknown): Refused => refusalOf(error, Date.now())

/** One piece of work at a time: a second press while one is under way does nothing. A refusal is kept for the screen to show. */
export function useOneCall(explain: (error: unknown) => Refused | Promise<Refused> = refusedNow) {
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
      setRefused(await explain(error))
      return undefined
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return { once, busy, refused, clearRefusal: () => setRefused(undefined) }
}

/** Says a refusal in a toast, by its title or by the longer text; one that the API client has told already is not told twice. */
export function toastRefusal(error: unknown, by: 'title' | 'detail' = 'title'): Refused {
  const why = refusedNow(error)
  const isTold = why.status === 0 || why.status === 401
  if (!isTold) toast('error', by === 'detail' && error instanceof ApiProblem ? error.detail : why.title)
  return why
}

/**
 * Calls that wait for each other, each of a thing of its own: switches, and bookings that are moved one after the other. None is left out.
 * Answers undefined when it was refused.
 */
export function useCallsInTurn(reads: readonly QueryKey[] = [], explain: (error: unknown) => unknown = (error) => toastRefusal(error)) {
  const send = useStaffCall(reads)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const [waiting, setWaiting] = useState(0)
  async function call<T = void>(path: string, body?: object, how?: string | Sending<T>): Promise<T | undefined> {
    const sent = last.current.then(() => send<T>(path, body, how))
    last.current = sent.catch(() => {})
    setWaiting((before) => before + 1)
    try {
      return await sent
    } catch (error) {
      explain(error)
      return undefined
    } finally {
      setWaiting((before) => before - 1)
    }
  }
  return { call, busy: waiting > 0 }
}

/** A call of a button that stands in no form, one at a time. Answers undefined when it was refused. */
export function usePressCall(reads: readonly QueryKey[] = [], explain: (error: unknown) => Refused = (error) => toastRefusal(error)) {
  const send = useStaffCall(reads)
  const { once, ...shown } = useOneCall(explain)
  const call = <T = void>(path: string, body?: object, how?: string | Sending<T>) => once(() => send<T>(path, body, how))
  return { call, ...shown }
}
