import { m } from '#i18n/generated/messages.js'
import { typeOf } from '#modules/files/rules.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import button from '#ui/kit/button.module.css'
import { Sheet } from '#ui/kit/sheet.tsx'
import style from './file-sheet.module.css'
import { useObjectUrl } from './use-object-url.ts'

/** Shows a private file: fetched with the bearer token, so it has an object URL and no address. */
export function FileSheet({ file, onClose }: { file: UploadedFile; onClose(): void }) {
  const shown = useObjectUrl(file.id)
  const kind = typeOf(file.type)?.kind
  return (
    <Sheet title={file.name} open onClose={onClose}>
      {shown === undefined && <div className={style.waiting} role="progressbar" aria-label={m.file_loading()} />}
      {shown === 'failed' && <Callout tone="error" title={m.file_failed()} role="alert" />}
      {typeof shown === 'object' && (
        <>
          {kind === 'image' && <img className={style.image} src={shown.url} alt={file.name} />}
          <div className={style.actions}>
            {kind !== 'office' && (
              <a className={`${button.button} ${button.primary}`} href={shown.url} target="_blank" rel="noreferrer">
                {m.file_open()}
              </a>
            )}
            <a className={`${button.button} ${button.secondary}`} href={shown.url} download={file.name}>
              {m.file_download()}
            </a>
          </div>
        </>
      )}
    </Sheet>
  )
}
