import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinList } from '#i18n/join.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { readRevisions } from './catalogue-query.ts'
import { StaffButton } from './staff-button.tsx'
import type { useCatalogueChange } from './use-catalogue-change.ts'

/** Somebody has changed the same parts of the catalogue meanwhile: who, which parts, and a new comparison with what is there now. */
export function CatalogueConflicts({ change: { stage, busy, review } }: { change: ReturnType<typeof useCatalogueChange> }) {
  const api = useApi()
  const queryClient = useQueryClient()
  if (stage.at !== 'conflict') return null
  const { plan, proposal } = stage
  const list = (words: (string | null)[]) => joinList([...new Set(words.flatMap((word) => word || []))], getLocale())
  const who = list(plan.conflicts.map(({ changedBy }) => changedBy)) || m.staff_conflict_somebody()
  return (
    <Callout
      tone="due"
      role="alert"
      title={m.files_conflict({ who, what: list(plan.conflicts.map(({ label }) => label)) })}
      action={
        <StaffButton busy={busy} onClick={async () => review({ ...proposal, basedOn: await readRevisions(queryClient, api) })}>
          {m.files_conflict_again()}
        </StaffButton>
      }
    />
  )
}
