import { m } from '#i18n/generated/messages.js'
import { Callout } from '#ui/kit/callout.tsx'
import { ConflictView } from '#ui/staff/kit/conflict-view.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { UnsavedGuard } from '#ui/staff/kit/unsaved-guard.tsx'
import type { ReactNode } from 'react'
import type { useCentreDraft } from './use-centre-draft.ts'
import type { Refused } from '#ui/kit/use-submit.ts'
import style from './save-line.module.css'
import { isDataLocale } from '#i18n/languages.ts'
import { inLanguage } from '#ui/kit/data-languages.ts'
import { textKinds } from '#modules/centre/rules.ts'
import type { CentreDraft } from '#ui/centre/centre-draft.ts'
import { textTitles } from '#ui/centre/text-fields.tsx'

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

type Props = { isDirty: boolean; busy: boolean; refused: Refused | undefined; onDiscard(): void }

/** Foot of the form: saves at once, because nothing that is booked depends on it. */
function SaveLine({ isDirty, busy, refused, onDiscard }: Props) {
  if (!isDirty && !refused) return null
  return (
    <div className={style.bar}>
      {refused && (
        <p className="danger" role="alert">
          {refused.title}
        </p>
      )}
      <div className={style.line}>
        {isDirty && <StaffButton onClick={onDiscard}>{m.staff_discard()}</StaffButton>}
        {isDirty && (
          <StaffButton type="submit" look="primary" busy={busy}>
            {m.staff_centre_save()}
          </StaffButton>
        )}
      </div>
    </div>
  )
}

const titles: Record<keyof CentreDraft, () => string> = {
  name: m.staff_centre_name,
  shortName: m.staff_centre_short_name,
  taxId: m.staff_centre_tax_id,
  phone: m.staff_centre_phone,
  email: m.staff_centre_email,
  address: m.staff_centre_address,
  deskHours: m.staff_centre_hours,
  parking: m.staff_centre_parking,
  position: m.staff_centre_position,
  colour: m.staff_centre_colour,
  logo: m.staff_centre_logo,
}

/** A field by its path (`parking.tw`, `footer.en`, `phone`), as its label on the screen says it. */
function fieldLabel(path: string): string {
  const [key = '', language] = path.split('.')
  const title = { ...titles, ...textTitles }[key as keyof typeof titles | keyof typeof textTitles]()
  return isDataLocale(language) ? `${title}${inLanguage(language)}` : title
}

/** The value of a field in words. */
function fieldText(path: string, value: unknown): string {
  if (value === null && textKinds.some((kind) => path.startsWith(`${kind}.`))) return m.staff_text_is_default()
  if (path === 'colour') return (value as CentreDraft['colour']) ?? m.staff_centre_colour_default()
  if (path === 'logo') return value ? m.staff_setup_has_logo() : ''
  if (path === 'position') {
    const position = value as CentreDraft['position']
    return position ? `${position.latitude}, ${position.longitude}` : ''
  }
  return String(value ?? '')
}
