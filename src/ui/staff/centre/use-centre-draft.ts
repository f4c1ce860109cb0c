import type { StaffCentreAnswer } from '#modules/centre/wire.ts'
import { staffCentreQuery } from '#ui/centre/centre-query.ts'
import { useApi } from '#ui/session/use-api.ts'
import type { Choice } from '#ui/staff/kit/conflict-view.tsx'
import { useCentreChange } from '#ui/staff/kit/use-centre-change.ts'
import { useStaffLive } from '#ui/staff/kit/use-staff-live.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { compareDrafts, mergeDrafts } from './merge-centre.ts'

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What differs between the draft and the centre, as the body of the call that saves it. */
type Shape<Draft> = { read(centre: StaffCentreAnswer): Draft; changesOf(before: Draft, after: Draft): Record<string, unknown> }

/**
 * Part of the centre as it is being edited. It is based on the centre as it was when typing began, whatever is read since:
 * a change that a colleague has saved meanwhile is compared with it, and never overwritten unseen.
 */
export function useCentreDraft<Draft extends object>({ read, changesOf }: Shape<Draft>) {
  const api = useApi()
  const query = staffCentreQuery(api)
  useStaffLive(['catalogue'], [query.queryKey])
  const centre = useSuspenseQuery(query).data
  const [typed, setTyped] = useState<{ base: StaffCentreAnswer; draft: Draft }>()
  const [isComparing, setComparing] = useState(false)
  const isDirty = typed !== undefined && !isSame(typed.draft, read(typed.base))
  const base = isDirty ? typed.base : centre
  const value = isDirty ? typed.draft : read(centre)

  const edited = { base: read(base), mine: value, theirs: read(centre) }
  const { contested, taken } = compareDrafts(edited)
  const isOvertaken = contested.length + taken.length > 0
  // A change of other parts of the centre is no conflict.
  const change = useCentreChange(isOvertaken ? base.version : centre.version)
  const { save, busy, refused, clear } = change

  return {
    ...change,
    centre,
    value,
    isDirty,
    contested,
    taken,
    /** A colleague has saved fields of this part while somebody types here. One's own save moves the centre too, until it has ended. */
    isOvertaken: isOvertaken && !busy,
    /** The two versions are shown side by side: asked for, or because saving was refused. */
    isComparing: isOvertaken && !busy && (isComparing || refused?.code === 'changed_meanwhile'),
    compare: () => setComparing(true),
    edit: (draft: Draft) => setTyped({ base, draft }),
    discard: () => {
      setTyped(undefined)
      clear()
    },
    async submit(): Promise<void> {
      if (isDirty && (await save(changesOf(edited.base, value)))) setTyped(undefined)
    },
    resolve(choices: Record<string, Choice>): void {
      setTyped({ base: centre, draft: mergeDrafts(edited, choices) })
      setComparing(false)
      clear()
    },
  }
}
