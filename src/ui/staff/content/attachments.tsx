import { ApiProblem } from '#client/api-problem.ts'
import { fileSize } from '#i18n/file-size.ts'
import { m } from '#i18n/generated/messages.js'
import { maxFiles } from '#modules/content/rules.ts'
import { acceptedFiles, maxFileMegabytes, whyNotAcceptable } from '#modules/files/rules.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { toast } from '#ui/kit/toast.tsx'
import { saveFile } from '#ui/staff/kit/save-file.ts'
import { DropList, MoveButtons, moved } from '#ui/staff/kit/drop-list.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import type { DraftFile } from './editor-draft.ts'
import style from './editor.module.css'

/** Files to download, in their order: chosen or dropped, several at once. */
export function Attachments({ files, onChange }: { files: DraftFile[]; onChange(change: (before: DraftFile[]) => DraftFile[]): void }) {
  const api = useApi()
  const [sending, setSending] = useState(0)
  async function send(chosen: File[]): Promise<void> {
    setSending(chosen.length)
    for (const file of chosen.slice(0, maxFiles - files.length)) {
      try {
        if (whyNotAcceptable(file)) toast('error', m.staff_content_file_refused({ name: file.name }))
        else {
          const uploaded = await api.upload<UploadedFile>('/api/Upload', file, { field: 'upload' })
          onChange((before) => [...before.filter(({ id }) => id !== uploaded.id), uploaded])
        }
      } catch (error) {
        toast('error', error instanceof ApiProblem && error.status > 0 ? error.detail || error.title : m.upload_no_response())
      }
    }
    setSending(0)
  }
  return (
    <DropList
      label={m.staff_content_files()}
      hint={m.upload_allowed({ megabytes: maxFileMegabytes })}
      accept={acceptedFiles}
      add={m.staff_content_add_files()}
      isSending={sending > 0}
      onFiles={(chosen) => void send(chosen)}
    >
      {files.map((file, n) => (
        <li key={file.id} className="facts">
          <Button
            look="text"
            className={style.fileName}
            onClick={() => void api.blob(`/api/File/${file.id}`).then((bytes) => saveFile(bytes, file.name))}
          >
            <bdi>{file.name}</bdi>
          </Button>
          <span className="note">{fileSize(file.size)}</span>
          <MoveButtons name={file.name} at={n} count={files.length} onMove={(to) => onChange((before) => moved(before, n, to))} />
          <StaffButton look="quiet" icon="remove" iconOnly onClick={() => onChange((before) => before.filter(({ id }) => id !== file.id))}>
            {m.staff_content_remove({ name: file.name })}
          </StaffButton>
        </li>
      ))}
    </DropList>
  )
}
