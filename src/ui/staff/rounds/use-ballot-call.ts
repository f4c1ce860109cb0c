import { useApi } from '#ui/session/use-api.ts'
import { refusalOf, type Refused } from '#ui/kit/use-submit.ts'
import { waitingKey } from '#ui/staff/kit/waiting.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { roundsKey } from './rounds-queries.ts'

/** Calls about a ballot, one at a time; what is shown is read again afterwards, also when a colleague or the job was faster. */
export function useBallotCall() {
  const api = useApi()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  async function call<T>(path: string, body: object): Promise<T | undefined> {
    if (busy) return undefined
    setBusy(true)
    setRefused(undefined)
    try {
      return await api.post<T>(path, body, { silent: true })
    } catch (error) {
      setRefused(refusalOf(error, Date.now()))
      return undefined
    } finally {
      setBusy(false)
      await Promise.all([queries.invalidateQueries({ queryKey: roundsKey }), queries.invalidateQueries({ queryKey: waitingKey })])
    }
  }
  return { call, busy, refused }
}
