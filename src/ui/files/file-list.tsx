import { m } from '#i18n/generated/messages.js'
import { fileSize } from '#i18n/file-size.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useState } from 'react'
import style from './file-list.module.css'
import { FileSheet } from './file-sheet.tsx'

type Props = { title: string; files: readonly UploadedFile[]; onRemove?(file: UploadedFile): void }

/** Stored files, each to view or to remove. */
export function FileList({ title, files, onRemove }: Props) {
  const [viewed, setViewed] = useState<UploadedFile>()
  return (
    <div>
      <p className={style.title}>{title}</p>
      <ul className={style.list} aria-label={title}>
        {files.map((file) => (
          <li key={file.id} className={style.row}>
            <span className={style.icon}>
              <Icon name="file" size={20} />
            </span>
            <span className={style.what}>
              <span className={style.name}>{file.name}</span>
              <span className="note">{fileSize(file.size)}</span>
            </span>
            <span className={style.actions}>
              <Button
                look="quiet"
                className={style.button}
                aria-label={m.file_view_named({ name: file.name })}
                onClick={() => setViewed(file)}
              >
                {m.file_view()}
              </Button>
              {onRemove && (
                <Button
                  look="quiet"
                  className={style.button}
                  aria-label={m.file_remove_named({ name: file.name })}
                  onClick={() => onRemove(file)}
                >
                  {m.upload_remove()}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {viewed && <FileSheet file={viewed} onClose={() => setViewed(undefined)} />}
    </div>
  )
}
