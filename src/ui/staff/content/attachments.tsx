import { ApiProblem } from '#client/api-problem.ts'
import { fileSize } from '#i18n/file-size.ts'
import { m } from '#i18n/generated/messages.js'
import { maxFiles } from '#modules/content/rules.ts'
import { acceptedFiles, maxFileMegabytes, whyNotAcceptable } from '#modules/files/rules.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { toast } from '#ui/kit/toast.tsx'
import { saveFile } from '#ui/staff/kit/save-file.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useId, useRef, useState, type ReactNode } from 'react'
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
          <button
            type="button"
            className={style.fileName}
            onClick={() => void api.blob(`/api/File/${file.id}`).then((bytes) => saveFile(bytes, file.name))}
          >
            <bdi>{file.name}</bdi>
          </button>
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

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, n) => n !== from)
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)]
}

export function MoveButtons({ name, at, count, onMove }: { name: string; at: number; count: number; onMove(to: number): void }) {
  return (
    <>
      <StaffButton look="quiet" icon="up" iconOnly disabled={at === 0} onClick={() => onMove(at - 1)}>
        {m.staff_content_up({ name })}
      </StaffButton>
      <StaffButton look="quiet" icon="down" iconOnly disabled={at === count - 1} onClick={() => onMove(at + 1)}>
        {m.staff_content_down({ name })}
      </StaffButton>
    </>
  )
}

type DropProps = {
  label: string
  hint: string
  accept: string
  add: string
  isSending: boolean
  onFiles(files: File[]): void
  children: ReactNode
}

/** A list that files are dropped on, or added to by a button. */
export function DropList({ label, hint, accept, add, isSending, onFiles, children }: DropProps) {
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  return (
    // Dropping is one way; the button below is the other, for the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={style.drop}
      role="group"
      aria-labelledby={id}
      data-over={isOver || undefined}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      <p>
        <b id={id}>{label}</b> <span className="note">{hint}</span>
      </p>
      <ul className={style.items}>{children}</ul>
      <div>
        <StaffButton icon="plus" busy={isSending} onClick={() => chooser.current?.click()}>
          {isSending ? m.upload_sending() : add}
        </StaffButton>
        <input
          ref={chooser}
          type="file"
          accept={accept}
          multiple
          hidden
          tabIndex={-1}
          aria-label={add}
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </div>
    </div>
  )
}
