import { m } from '#i18n/generated/messages.js'
import { Callout } from '#ui/kit/callout.tsx'
import { ConflictView } from '#ui/staff/kit/conflict-view.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { UnsavedGuard } from '#ui/staff/kit/unsaved-guard.tsx'
import type { ReactNode } from 'react'
import { fieldLabel, fieldText } from './centre-words.ts'
import { SaveLine } from './save-line.tsx'
import type { useCentreDraft } from './use-centre-draft.ts'

type Draft = ReturnType<typeof useCentreDraft>

/** Around the fields of a screen that edits the centre: saving, and what a colleague has saved meanwhile. */
export function CentreForm({ draft, children }: { draft: Omit<Draft, 'value' | 'edit'>; children: ReactNode }) {
  const { centre, isDirty, busy, refused, contested, taken, isComparing, isOvertaken, compare, resolve, submit, discard } = draft
  const guard = <UnsavedGuard isDirty={isDirty} />
  if (isComparing)
    return (
      <>
        {guard}
        <ConflictView
          changedBy={centre.changedBy}
          changedAt={centre.changedAt}
          fields={contested.map(({ key, mine, theirs }) => ({
            key,
            label: fieldLabel(key),
            mine: fieldText(key, mine?.value),
            theirs: fieldText(key, theirs?.value),
          }))}
          taken={taken.map(fieldLabel)}
          onResolve={resolve}
        />
      </>
    )
  return (
    <form
      className="stack gap-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {guard}
      {isOvertaken && (
        <Callout
          tone="due"
          role="status"
          title={m.staff_changed_note({ who: centre.changedBy ?? m.staff_conflict_somebody() })}
          action={<StaffButton onClick={compare}>{m.staff_changed_note_look()}</StaffButton>}
        >
          {m.staff_changed_note_text()}
        </Callout>
      )}
      {children}
      <SaveLine {...{ isDirty, busy, refused }} onDiscard={discard} />
    </form>
  )
}
