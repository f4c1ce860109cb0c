import { m } from '#i18n/generated/messages.js'
import type { UploadedFile } from '#modules/files/wire.ts'
import { changesOf, draftOf } from '#ui/centre/centre-draft.ts'
import { CentreFields } from '#ui/centre/centre-fields.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { CentreForm } from './centre-form.tsx'
import { useCentreDraft } from './use-centre-draft.ts'

/** The centre's name, contact, logo and colour. */
export function CentreScreen() {
  const api = useApi()
  const draft = useCentreDraft({ read: draftOf, changesOf })
  return (
    <StaffPage title={m.staff_screen_centre()} lead={m.staff_centre_lead()}>
      <CentreForm draft={draft}>
        <CentreFields
          value={draft.value}
          onChange={draft.edit}
          errors={draft.errors}
          upload={(file) => api.upload<UploadedFile>('/api/Upload', file, { field: 'upload' })}
        />
      </CentreForm>
    </StaffPage>
  )
}
