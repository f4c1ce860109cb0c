import { fileSize } from '#i18n/file-size.ts'
import { m } from '#i18n/generated/messages.js'
import { maxFiles } from '#modules/content/rules.ts'
import { acceptedFiles, maxFileMegabytes, whyNotAcceptable } from '#modules/files/rules.ts'
import { Button } from '#ui/kit/button.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { saveFile } from '#ui/kit/save-file.ts'
import { DropList, MoveButtons, moved } from '#ui/staff/kit/drop-list.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useUploads } from '#ui/staff/kit/use-uploads.ts'
import type { DraftFile } from './editor-draft.ts'
import style from './editor.module.css'

/** Files to download, in their order: chosen or dropped, several at once. */
export function Attachments({ files, onChange }: { files: DraftFile[]; onChange(change: (before: DraftFile[]) => DraftFile[]): void }) {
  const api = useApi()
  const { upload, isSending } = useUploads((file) => whyNotAcceptable(file) && m.staff_content_file_refused({ name: file.name }))
  const send = (chosen: File[]) =>
    upload(chosen.slice(0, maxFiles - files.length), (uploaded) =>
      onChange((before) => [...before.filter(({ id }) => id !== uploaded.id), uploaded]),
    )
  return (
    <DropList
      label={m.staff_content_files()}
      hint={m.upload_allowed({ megabytes: maxFileMegabytes })}
      accept={acceptedFiles}
      add={m.staff_content_add_files()}
      isSending={isSending}
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
