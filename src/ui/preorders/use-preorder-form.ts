import { ApiProblem } from '#client/api-problem.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import type { DraftAnswer, PreOrderDetail } from '#modules/preorders/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { dropDraft, keepDraft, useDraft } from '#ui/kit/draft.ts'
import type { z } from 'zod'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createAutosave, type Autosave, type Saving } from './autosave.ts'
import { blankValues, bodyOf, valuesOf, type PreOrderValues } from './preorder-values.ts'

type Opened = {
  member: MemberAnswer
  /** Of a new pre-order. */
  roundId: number
  /** The draft to continue, or the submitted pre-order to change. */
  detail: PreOrderDetail | undefined
  /** True for a submitted pre-order: it is changed by submitting it again, not by autosave. */
  editing: boolean
  /** Called when the server has given the draft a number. */
  onNumbered(orderNo: string): void
}

const keyOf = ({ member, roundId }: Pick<Opened, 'member' | 'roundId'>, orderNo: string | undefined) =>
  `preorder ${member.id} ${orderNo ?? `new ${roundId}`}`

/**
 * State of the pre-order form. Values are kept in this tab at once and saved on the server a moment later: they survive a
 * reload, an expired session and a failed request.
 */
export function usePreOrderForm(opened: Opened) {
  const { member, roundId, editing } = opened
  const { orderNo, number, saved, saving, keeper, savingKeeper } = useSavedDraft(opened, () => latest.current)
  const { values: unsaved } = useDraft<{ values?: PreOrderValues }>(keyOf(opened, orderNo), {})
  const values = unsaved.values ?? saved
  const latest = useRef(values)
  useLayoutEffect(() => void (latest.current = values))

  const change = useCallback(
    (patch: Partial<PreOrderValues> | ((before: PreOrderValues) => Partial<PreOrderValues>)) => {
      const next = { ...latest.current, ...(typeof patch === 'function' ? patch(latest.current) : patch) }
      latest.current = next
      keepDraft(keyOf({ member, roundId }, number.current), { values: next })
      if (!editing) savingKeeper().changed(next)
    },
    // The other values that it uses live as long as the form.
    // oxlint-disable-next-line react/exhaustive-deps
    [member, roundId, editing],
  )

  // Values of an earlier visit that were not saved on the server.
  const waiting = unsaved.values !== undefined && saving === 'idle' && !editing
  useEffect(() => {
    if (waiting) savingKeeper().changed(latest.current)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [waiting])

  return {
    values,
    change,
    saving,
    /** Whether some values are known to this tab only. */
    onlyHere: unsaved.values !== undefined,
    /** Stops saving and returns the draft's number for submitting; waits for one that is being created, or there would be two pre-orders. */
    async settle(): Promise<string | undefined> {
      const resting = keeper.current?.pause()
      if (number.current === undefined) await resting
      return number.current
    },
    orderNo,
    /** Called after submitting: the values kept in this tab are outdated. */
    forget: () => dropDraft(keyOf(opened, number.current)),
  }
}

/** The draft on the server: its number, its values, and the autosave that brings newer values there. */
function useSavedDraft({ member, roundId, detail, onNumbered }: Opened, latestValues: () => PreOrderValues) {
  const api = useApi()
  const [orderNo, setOrderNo] = useState(detail?.orderNo)
  const [saved, setSaved] = useState(() => (detail ? valuesOf(detail) : blankValues(member)))
  const [saving, setSaving] = useState<Saving | 'logged-out'>('idle')
  const number = useRef(orderNo)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])

  async function save(taken: PreOrderValues): Promise<void> {
    const answer = await api.put<z.infer<typeof DraftAnswer>>(
      '/api/PreOrder/Community/Draft',
      { ...bodyOf(taken), ...(number.current === undefined ? { roundId } : { orderNo: number.current }) },
      { silent: true },
    )
    const before = keyOf({ member, roundId }, number.current)
    if (number.current === undefined) {
      number.current = answer.orderNo
      setOrderNo(answer.orderNo)
      if (here.current) onNumbered(answer.orderNo)
    }
    setSaved(taken)
    dropDraft(before)
    const latest = latestValues()
    if (latest !== taken) keepDraft(keyOf({ member, roundId }, answer.orderNo), { values: latest })
  }

  const keeper = useRef<Autosave<PreOrderValues>>(undefined)
  const savingKeeper = () =>
    (keeper.current ??= createAutosave({
      save,
      onSaving: (now, error) => setSaving(error instanceof ApiProblem && error.status === 401 ? 'logged-out' : now),
      isRetryable: (error) => error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500),
    }))
  return { orderNo, number, saved, saving, keeper, savingKeeper }
}
