import { m } from '#i18n/generated/messages.js'
import type { UploadedFile } from '#modules/files/wire.ts'
import { changesOf, draftOf, type CentreDraft } from '#ui/centre/centre-draft.ts'
import { CentreFields } from '#ui/centre/centre-fields.tsx'
import { staffCentreQuery } from '#ui/centre/centre-query.ts'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { UnsavedGuard } from '#ui/staff/kit/unsaved-guard.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { SaveLine } from './save-line.tsx'
import style from './save-line.module.css'
import { useCentreChange } from '#ui/staff/kit/use-centre-change.ts'

/** The centre's name, contact, logo and colour. */
export function CentreScreen() {
  const { api } = useRouteContext({ from: '__root__' })
  const centre = useSuspenseQuery(staffCentreQuery(api)).data
  const [draft, setDraft] = useState<CentreDraft>()
  const { save, busy, refused, errors, form } = useCentreChange(centre.version)
  const saved = draftOf(centre)
  const changes = draft ? changesOf(saved, draft) : {}
  const isDirty = Object.keys(changes).length > 0
  return (
    <StaffPage title={m.staff_screen_centre()} lead={m.staff_centre_lead()}>
      <form
        ref={form}
        className={style.form}
        noValidate
        onSubmit={async (event) => {
          event.preventDefault()
          if (isDirty && (await save(changes))) setDraft(undefined)
        }}
      >
        <CentreFields
          value={draft ?? saved}
          onChange={setDraft}
          errors={errors}
          upload={(file) => api.upload<UploadedFile>('/api/Upload', file, { field: 'upload' })}
        />
        <SaveLine {...{ isDirty, busy, refused }} onDiscard={() => setDraft(undefined)} />
      </form>
      <UnsavedGuard isDirty={isDirty} />
    </StaffPage>
  )
}
