import { m } from '#i18n/generated/messages.js'
import type { UploadedFile } from '#modules/files/wire.ts'
import { maxAppealText } from '#modules/violations/rules.ts'
import { useMember } from '#ui/accounts/member-queries.ts'
import setting from '#ui/accounts/setting.module.css'
import { FileField } from '#ui/files/file-field.tsx'
import { Button } from '#ui/kit/button.tsx'
import { useDraft } from '#ui/kit/draft.ts'
import { TextArea } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { violationsQuery } from './violation-queries.ts'

type AppealDraft = { text: string; file: UploadedFile | undefined }

/** Appeal against a violation point, with an optional file. What was typed survives a failure. */
export function AppealForm({ pointId }: { pointId: string }) {
  const api = useApi()
  const member = useMember()
  const queryClient = useQueryClient()
  const draft = useDraft<AppealDraft>(`${member?.id}:appeal:${pointId}`, { text: '', file: undefined })
  const [uploading, setUploading] = useState(false)
  const { text, file } = draft.values
  const { busy, refused, errorAt, form } = useSubmit(
    async () => {
      await api.post('/api/Violation/Appeal', { id: pointId, text, ...(file ? { fileId: file.id } : {}) })
      draft.clear()
      toast('success', m.violation_appeal_sent())
      await queryClient.invalidateQueries({ queryKey: violationsQuery(api).queryKey })
    },
    { check: () => (uploading ? [{ path: 'fileId', message: m.setting_wait_for_upload() }] : []) },
  )
  return (
    <form {...form} className={setting.form}>
      <TextArea
        name="text"
        label={m.violation_appeal_text()}
        hint={m.violation_appeal_hint()}
        rows={4}
        maxLength={maxAppealText}
        value={text}
        error={errorAt('text')}
        onChange={(event) => draft.change({ text: event.target.value })}
      />
      <FileField
        to="/api/Upload"
        name="fileId"
        label={m.violation_appeal_file()}
        optional
        value={file}
        error={errorAt('fileId')}
        onChange={(next) => draft.change({ file: next })}
        onBusy={setUploading}
      />
      <FormProblem refused={refused} />
      <div className={setting.actions}>
        <Button type="submit" busy={busy}>
          {m.violation_appeal_send()}
        </Button>
      </div>
    </form>
  )
}
