import { ApiProblem } from '#client/api-problem.ts'
import type { LineBody, SubmittedAnswer } from '#modules/preorders/wire.ts'
import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useRef, useState } from 'react'
import { usePreOrdersChanged } from './preorder-queries.ts'
import { bodyOf, type PreOrderValues } from './preorder-values.ts'
import { outcomeFromProblem, type LineOutcome } from './season-model.ts'
import type { usePreOrderForm } from './use-preorder-form.ts'
import { datesOf } from './wish-dates.ts'

/** The lines that were sent, with their outcome: the form may have changed since. */
export type RefusedLines = { lines: LineBody[]; outcome: LineOutcome[] }
export type Done = { lines: LineBody[]; answer: SubmittedAnswer }

/** Submits the pre-order. After a refusal the form keeps its values. */
export function useSubmitPreOrder(form: ReturnType<typeof usePreOrderForm>, roundId: number, editing: boolean) {
  const api = useApi()
  const changed = usePreOrdersChanged()
  const partial = useRef(false)
  const [lost, setLost] = useState<RefusedLines>()
  const [done, setDone] = useState<Done>()

  const submit = useSubmit(
    async () => {
      const orderNo = await form.settle()
      const body = { ...bodyOf(form.values), ...(orderNo === undefined ? { roundId } : { orderNo }), acceptPartial: partial.current }
      const { lines } = form.values
      try {
        const answer = await api[editing ? 'put' : 'post']<SubmittedAnswer>('/api/PreOrder/Community', body)
        setLost(undefined)
        setDone({ lines, answer })
        form.forget()
      } catch (error) {
        // Values that the last key strokes wrote are not saved yet.
        form.change({})
        const outcome = error instanceof ApiProblem && error.code === 'dates_taken' ? outcomeFromProblem(error.body) : undefined
        if (!outcome) throw error
        setLost({ lines, outcome })
      } finally {
        partial.current = false
        void changed()
      }
    },
    { check: () => wrongIn(form.values) },
  )

  return {
    ...submit,
    lost,
    done,
    closeLost: () => setLost(undefined),
    /** Submits again without the refused dates. */
    acceptRest(): void {
      partial.current = true
      submit.form.ref.current?.requestSubmit()
    },
  }
}

function wrongIn(values: PreOrderValues): { path: string; message: string }[] {
  const wrong = []
  if (values.lines.flatMap(datesOf).length === 0) wrong.push({ path: 'lines', message: m.preorder_lines_none() })
  if (bodyOf(values).headcount < 1) wrong.push({ path: 'headcount', message: m.preorder_headcount_wrong() })
  return wrong
}
