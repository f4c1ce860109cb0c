import { m } from '#i18n/generated/messages.js'
import type { FacilityFile } from '#ui/staff/kit/catalogue-types.ts'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import type { FacilityDraft } from './facility-draft.ts'

/** Retires a facility, or brings it back. Like every change it is reviewed before it counts. */
export function RetireFacility({ draft, facility }: { draft: FacilityDraft; facility: FacilityFile }) {
  if (draft.isNew)
    return (
      <StaffButtonLink to="/staff/catalogue" onClick={draft.discard}>
        {m.catalogue_new_cancel()}
      </StaffButtonLink>
    )
  return facility.retired ? (
    <StaffButton icon="restore" onClick={() => draft.change({ retired: undefined })}>
      {m.catalogue_restore_facility()}
    </StaffButton>
  ) : (
    <StaffButton icon="archive" onClick={() => draft.change({ retired: true })}>
      {m.catalogue_retire_facility()}
    </StaffButton>
  )
}
