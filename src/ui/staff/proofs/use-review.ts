import { ApiProblem } from '#client/api-problem.ts'
import { formatTime } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { undoSeconds } from '#modules/accounts/review-rules.ts'
import type { ReviewAnswer } from '#modules/accounts/review-wire.ts'
import { useApi } from '#ui/accounts/member-queries.ts'
import { toast } from '#ui/kit/toast.tsx'
import { waitingKey } from '#ui/staff/kit/waiting.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { reviewsKey } from './proofs-queries.ts'
import { stateWord } from './proofs-words.ts'

export type Decision = { decision: 'approve' | 'refuse'; reason: string; validUntil?: string | null }
/** The last decision, for as long as it can be taken back. */
export type Undo = { key: string; text: string; body: { kind: 'proof' | 'club'; id: string } }

const pathOf = { proof: '/api/Staff/Identity/Review', club: '/api/Staff/Community/Review' } as const

/** Decides about an entry, one decision at a time, and offers to take it back for as long as its mail is held. */
export function useReview({ openNext, reopen }: { openNext(decided: string): Promise<void>; reopen(key: string): Promise<void> }) {
  const api = useApi()
  const queries = useQueryClient()
  const [undo, setUndo] = useState<Undo>()
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const readAgain = () =>
    Promise.all([queries.invalidateQueries({ queryKey: reviewsKey }), queries.invalidateQueries({ queryKey: waitingKey })])

  function offer(next: Undo | undefined) {
    clearTimeout(timer.current)
    setUndo(next)
    if (next) timer.current = setTimeout(() => setUndo(undefined), undoSeconds * 1000)
  }
  async function once(work: () => Promise<void>): Promise<void> {
    // A state would still be false for a second key of the same moment.
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  /** Answers the problem of a field, which the form shows. */
  async function decide(key: string, entry: ReviewAnswer, decision: Decision): Promise<ApiProblem | undefined> {
    let problem: ApiProblem | undefined
    await once(async () => {
      const { kind, id, person } = entry
      try {
        const about = kind === 'proof' ? { proofId: id } : { memberId: id }
        await api.post(pathOf[kind], { ...about, ...decision, holdMail: true }, { silent: true })
      } catch (error) {
        problem = await explain(error, decision)
        if (problem) return
      }
      const words = { name: entry.club?.name ?? person.name }
      offer({ key, text: decision.decision === 'approve' ? m.proofs_approved(words) : m.proofs_refused(words), body: { kind, id } })
      await openNext(key)
      // Not waited for: the next key may be pressed before the lists are read.
      void readAgain()
    })
    return problem
  }

  /** Undefined: it is done after all, by a request of one's own whose answer was lost. */
  async function explain(error: unknown, { decision }: Decision): Promise<ApiProblem | undefined> {
    if (!(error instanceof ApiProblem)) throw error
    const { state, isYou, reviewedBy, reviewedAt } = error.body as {
      state?: 'approved' | 'refused'
      isYou?: boolean
      reviewedBy?: string
      reviewedAt?: string
    }
    if (error.code === 'already_reviewed' && isYou && state === (decision === 'approve' ? 'approved' : 'refused')) return undefined
    if (error.code === 'already_reviewed' && state && reviewedAt) {
      const time = formatTime(new Date(reviewedAt))
      toast('warning', m.proofs_faster({ name: reviewedBy ?? '', time, state: stateWord(state) }))
    } else if (error.errors.length === 0) toast('error', error.detail)
    await readAgain()
    return error
  }

  const takeBack = () =>
    once(async () => {
      if (!undo) return
      offer(undefined)
      try {
        await api.post('/api/Staff/Review/Undo', undo.body, { silent: true })
        toast('success', m.proofs_undone())
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        toast('error', error.detail)
      }
      await readAgain()
      await reopen(undo.key)
    })

  return { decide, undo, takeBack, isBusy }
}
