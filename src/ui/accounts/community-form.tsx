import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import { FileField } from '#ui/files/file-field.tsx'
import { FileList } from '#ui/files/file-list.tsx'
import { useDraft } from '#ui/kit/draft.ts'
import { TextField } from '#ui/kit/field.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useState, type ChangeEvent } from 'react'
import { useSetMember } from './member-queries.ts'
import { SaveLine } from './setting-form.tsx'
import style from './setting.module.css'

const mostDocuments = 10

type CommunityDraft = { communityName: string; registrationNo: string; representative: string; documents: UploadedFile[] }

const savedOf = ({ community, name }: MemberAnswer): CommunityDraft => ({
  communityName: community?.name ?? '',
  registrationNo: community?.registrationNo ?? '',
  representative: community?.representative ?? name,
  documents: community?.documents ?? [],
})

/** Form to apply as a community, to change the application and to add missing documents. */
export function CommunityForm({ member, onSaved }: { member: MemberAnswer; onSaved(): void }) {
  const api = useApi()
  const keep = useSetMember()
  const draft = useDraft(`${member.id}:community`, savedOf(member))
  const { documents, ...texts } = draft.values
  const [uploading, setUploading] = useState(false)
  const { busy, refused, errorAt, form } = useSubmit(
    async () => {
      const body = { ...texts, documentIds: documents.map((one) => one.id) }
      keep(await api.post<MemberAnswer>('/api/AccountMember/Community', body))
      draft.clear()
      onSaved()
      toast('success', m.setting_community_sent())
    },
    { check: () => (uploading ? [{ path: 'documentIds', message: m.setting_wait_for_upload() }] : []) },
  )
  const bind = (name: keyof typeof texts) => ({
    name,
    value: texts[name],
    error: errorAt(name),
    onChange: (event: ChangeEvent<HTMLInputElement>) => draft.change({ [name]: event.target.value }),
  })
  const add = (file: UploadedFile | undefined) => {
    if (file) draft.change({ documents: [...documents.filter((one) => one.id !== file.id), file] })
  }
  const remove = (file: UploadedFile) => draft.change({ documents: documents.filter((one) => one.id !== file.id) })

  return (
    <form {...form} className={style.form}>
      <TextField {...bind('communityName')} label={m.setting_community_name()} autoComplete="organization" maxLength={80} />
      <div className="pair gap-5">
        <TextField {...bind('registrationNo')} label={m.setting_community_number()} autoComplete="off" maxLength={40} />
        <TextField {...bind('representative')} label={m.setting_community_representative()} autoComplete="off" maxLength={60} />
      </div>
      {documents.length > 0 && <FileList title={m.setting_community_documents()} files={documents} onRemove={remove} />}
      {documents.length < mostDocuments && (
        <FileField
          to="/api/Upload"
          name="documentIds"
          label={documents.length > 0 ? m.setting_community_add_document() : m.setting_community_documents()}
          hint={m.setting_community_documents_hint()}
          optional
          value={undefined}
          error={errorAt('documentIds')}
          onChange={add}
          onBusy={setUploading}
        />
      )}
      <SaveLine {...{ busy, refused }} label={m.setting_community_submit()} />
    </form>
  )
}
