import { m } from '#i18n/generated/messages.js'
import { Callout } from '#ui/kit/callout.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PlanAnswer } from './catalogue-types.ts'
import { StaffButton } from './staff-button.tsx'
import type { Proposal, useCatalogueChange } from './use-catalogue-change.ts'

type Props = {
  change: ReturnType<typeof useCatalogueChange>
  proposal: Proposal
  /** Revisions of the catalogue as it is now. */
  revisions: Record<string, string>
}

/** While somebody types, a colleague has saved a change of the same part: who it was, with the way to the conflict view. */
export function ChangedNote({ change, proposal, revisions }: Props) {
  const api = useApi()
  const isEditing = change.stage.at === 'editing'
  const moved = Object.entries(proposal.basedOn).filter(([part, revision]) => revisions[part] !== revision)
  const { data } = useQuery({
    queryKey: ['staff-changed-note', moved.map(([part]) => `${part} ${revisions[part]}`)],
    queryFn: () => api.post<PlanAnswer>('/api/Staff/Catalogue/Preview', proposal, { silent: true }),
    enabled: isEditing && moved.length > 0,
    placeholderData: keepPreviousData,
  })
  const who = data?.conflicts.find(({ changedBy }) => changedBy)?.changedBy
  if (!isEditing || moved.length === 0 || !data) return null
  return (
    <Callout
      tone="due"
      role="status"
      title={m.staff_changed_note({ who: who ?? m.staff_conflict_somebody() })}
      action={
        <StaffButton busy={change.busy} onClick={() => void change.review(proposal)}>
          {m.staff_changed_note_look()}
        </StaffButton>
      }
    >
      {m.staff_changed_note_text()}
    </Callout>
  )
}
