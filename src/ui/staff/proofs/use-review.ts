import { ApiProblem } from '#client/api-problem.ts'
import { formatTime } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { undoSeconds } from '#modules/accounts/rules.ts'
import type { ReviewAnswer } from '#modules/accounts/review-wire.ts'
import { toast } from '#ui/kit/toast.tsx'
import { useUndo } from '#ui/staff/kit/undo-bar.tsx'
import { toastRefusal, useOneCall, useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { waitingKey } from '#ui/staff/kit/waiting.ts'
import { useQueryClient } from '@tanstack/react-query'
import { reviewsKey } from './proofs-queries.ts'
import { stateWord } from './proofs-words.ts'

export type Decision = { decision: 'approve' | 'refuse'; reason: string; validUntil?: string | null }
/** The last decision, for as long as it can be taken back. */
export type Undo = { key: string; text: string; body: { kind: 'proof' | 'club'; id: string } }

const pathOf = { proof: '/api/Staff/Identity/Review', club: '/api/Staff/Community/Review' } as const

/** Decides about an entry, one decision at a time, and offers to take it back for as long as its mail is held. */
export function useReview({ openNext, reopen }: { openNext(decided: string): Promise<void>; reopen(key: string): Promise<void> }) {
  const call = useStaffCall()
  const queries = useQueryClient()
  const [undo, offer] = useUndo<Undo>(undoSeconds)
  const { once, busy: isBusy } = useOneCall()
  const readAgain = () =>
    Promise.all([queries.invalidateQueries({ queryKey: reviewsKey }), queries.invalidateQueries({ queryKey: waitingKey })])

  /** Answers the problem of a field, which the form shows. */
  async function decide(key: string, entry: ReviewAnswer, decision: Decision): Promise<ApiProblem | undefined> {
    let problem: ApiProblem | undefined
    let isDone = false
    await once(async () => {
      const { kind, id, person } = entry
      try {
        const about = kind === 'proof' ? { proofId: id } : { memberId: id }
        await call(pathOf[kind], { ...about, ...decision, holdMail: true })
      } catch (error) {
        problem = explain(error, decision)
        if (problem) return void (await readAgain())
      }
      const words = { name: entry.club?.name ?? person.name }
      offer({ key, text: decision.decision === 'approve' ? m.proofs_approved(words) : m.proofs_refused(words), body: { kind, id } })
      isDone = true
    })
    // Keys count again before the next entry is shown and the lists are read.
    if (isDone) {
      await openNext(key)
      await readAgain()
    }
    return problem
  }

  async function takeBack(): Promise<void> {
    if (!undo) return
    await once(async () => {
      offer(undefined)
      await call('/api/Staff/Review/Undo', undo.body, m.proofs_undone()).catch((error: unknown) => toastRefusal(error, 'detail'))
      await readAgain()
      // As it was decided: it is read afresh when it opens.
      queries.removeQueries({ queryKey: [...reviewsKey, 'one'], type: 'inactive' })
    })
    await reopen(undo.key)
  }

  return { decide, undo, takeBack, isBusy }
}

type Faster = { state?: 'approved' | 'refused'; isYou?: boolean; reviewedBy?: string; reviewedAt?: string }

/** Says why a decision was refused. Undefined: it is done after all, by a request of one's own whose answer was lost. */
function explain(error: unknown, { decision }: Decision): ApiProblem | undefined {
  if (!(error instanceof ApiProblem)) throw error
  const { state, isYou, reviewedBy, reviewedAt } = error.body as Faster
  const isReviewed = error.code === 'already_reviewed'
  if (isReviewed && isYou && state === (decision === 'approve' ? 'approved' : 'refused')) return undefined
  if (isReviewed && state && reviewedAt)
    toast('warning', m.proofs_faster({ name: reviewedBy ?? '', time: formatTime(new Date(reviewedAt)), state: stateWord(state) }))
  else if (error.errors.length === 0) toastRefusal(error, 'detail')
  return error
}
