import { ApiProblem } from '#client/api-problem.ts'
import type { EffectAnswer, RunBody } from '#modules/closures/closure-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { closuresKey, effectQuery } from './closures-queries.ts'

/** The closure that was started; or what would happen now, if that has changed since the dry run: then nothing was started. */
export type Ran = { id: string } | { changed: EffectAnswer }

/** `of`: the plan that was tried. */
export type KeptState = { of: string | undefined; state: 'ready' | 'busy' | 'changed' | { refused: string } }

/** What became of the last try, for the plan that is chosen now: an answer about another plan says nothing about this one. */
export const stateFor = ({ of, state }: KeptState, chosen: string | undefined): KeptState['state'] =>
  of === chosen || state === 'busy' ? state : 'ready'

/** Starts a closure as its dry run was seen. */
export function useRunClosure(): (body: RunBody) => Promise<Ran> {
  const api = useApi()
  const call = useStaffCall()
  const queries = useQueryClient()
  // One key for one state of the floor: a repeated press starts one closure, a new dry run is another request.
  const key = useRef({ of: '', key: '' })
  return async (body) => {
    const of = `${body.fingerprint} ${body.choice}`
    if (key.current.of !== of) key.current = { of, key: crypto.randomUUID() }
    try {
      const { id } = await call<{ id: string }>('/api/Staff/Closure/Run', body, { key: key.current.key })
      await queries.invalidateQueries({ queryKey: closuresKey })
      return { id }
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'closure_changed') throw error
      const changed = error.body.effect as EffectAnswer
      queries.setQueryData(effectQuery(api, body.plan).queryKey, changed)
      return { changed }
    }
  }
}
