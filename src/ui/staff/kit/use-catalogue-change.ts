import { ApiProblem } from '#client/api-problem.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { catalogueQuery } from './catalogue-query.ts'
import type { CatalogueChanges, PlanAnswer } from './catalogue-types.ts'
import { useOneCall, useStaffCall } from './use-staff-call.ts'

/** A change that is being prepared: sections of the catalogue file, and the revisions that the screen has shown. */
export type Proposal = { changes: Partial<CatalogueChanges>; basedOn: Record<string, string>; mode?: 'merge' | 'replace' }

type Stage =
  | { at: 'editing' }
  /** The API has said what the change does; it waits for a confirmation. */
  | { at: 'reviewing'; plan: PlanAnswer; proposal: Proposal; more: boolean }
  /** Somebody else was faster. */
  | { at: 'conflict'; plan: Pick<PlanAnswer, 'conflicts' | 'revisions'>; proposal: Proposal }

/**
 * One change of the catalogue from review to confirmation: preview, errors at their fields, conflicts, the change itself.
 * Nothing that was typed is lost by a refusal.
 */
export function useCatalogueChange(onChanged: (plan: PlanAnswer) => void | Promise<void>) {
  const api = useApi()
  const call = useStaffCall()
  const queryClient = useQueryClient()
  const [stage, setStage] = useState<Stage>({ at: 'editing' })
  const [errors, setErrors] = useState<PlanAnswer['errors']>([])
  const { once, busy, refused } = useOneCall()

  const preview = (proposal: Proposal) => call<PlanAnswer>('/api/Staff/Catalogue/Preview', proposal)
  const review = (proposal: Proposal, more = false) =>
    once(async () => {
      const plan = await preview(proposal)
      setErrors(plan.errors)
      if (plan.conflicts.length > 0) setStage({ at: 'conflict', plan, proposal })
      else if (plan.errors.length > 0) setStage({ at: 'editing' })
      else setStage({ at: 'reviewing', plan, proposal, more })
    })

  const confirm = (reason: string) =>
    once(async () => {
      if (stage.at === 'reviewing') await send(stage.proposal, reason, stage.plan.touched.count)
    })

  /** Without a review before, as in the set-up: one that touches bookings is still reviewed. */
  const save = (proposal: Proposal, reason: string) =>
    once(async () => {
      setErrors([])
      await send(proposal, reason, 0)
    })

  async function send(proposal: Proposal, reason: string, confirmTouched: number): Promise<void> {
    try {
      const changed = await call<PlanAnswer>('/api/Staff/Catalogue/Change', { ...proposal, reason, confirmTouched })
      await queryClient.invalidateQueries({ queryKey: catalogueQuery(api).queryKey })
      setStage({ at: 'editing' })
      setErrors([])
      await onChanged(changed)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const next = stageAfter(error, proposal)
      if (next.errors) setErrors(next.errors)
      if (next.stage) setStage(next.stage)
      // More bookings are touched than were shown: the new plan is shown, and asks again.
      else if (error.code === 'touched_changed') setStage({ at: 'reviewing', plan: await preview(proposal), proposal, more: true })
      else throw error
    }
  }

  return {
    stage,
    errors,
    busy,
    refused,
    review,
    confirm,
    save,
    close: () => setStage({ at: 'editing' }),
    clearErrors: () => setErrors([]),
  }
}

/** What a refused change leads to: the conflict view, or errors at their fields. */
function stageAfter(problem: ApiProblem, proposal: Proposal): { stage?: Stage; errors?: PlanAnswer['errors'] } {
  const body = problem.body as Partial<PlanAnswer> & { problems?: PlanAnswer['errors'] }
  if (problem.code === 'changed_meanwhile' && body.conflicts)
    return { stage: { at: 'conflict', plan: { conflicts: body.conflicts, revisions: body.revisions ?? {} }, proposal } }
  return problem.code === 'catalogue_invalid' && body.problems ? { stage: { at: 'editing' }, errors: body.problems } : {}
}

/** Errors of one part, by the path of their field. */
export function useErrorsOf(errors: PlanAnswer['errors'], part: string): Map<string, string> {
  return useMemo(() => new Map(errors.filter((error) => error.part === part).map(({ path, message }) => [path, message])), [errors, part])
}
