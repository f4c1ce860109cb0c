import { m } from '#i18n/generated/messages.js'
import { photosAtMost } from '#modules/feedback/rules.ts'
import { maxFileMegabytes } from '#modules/files/rules.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { FieldError } from '#ui/kit/field.tsx'
import { FileChooser } from '#ui/kit/file-chooser.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { RemoveButton } from '#ui/kit/remove-button.tsx'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import style from './photo-field.module.css'
import { usePhotos, type Waiting } from './use-photos.ts'

type Props = {
  uploaded: UploadedFile[]
  setUploaded(next: (before: UploadedFile[]) => UploadedFile[]): void
  error: string | undefined
  onBusy(busy: boolean): void
}

/** Photos from the camera or the phone's library: a row of thumbnails, each with its progress. */
export function PhotoField({ uploaded, setUploaded, error, onBusy }: Props) {
  const id = useId()
  const photos = usePhotos({ uploaded, setUploaded })
  const tellBusy = useEffectEvent((busy: boolean) => onBusy(busy))
  useEffect(() => tellBusy(photos.busy), [photos.busy])
  return (
    <div className={style.field} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <span id={`${id}-label`} className={style.label}>
        {m.feedback_photos()}
        <span>{m.field_optional()}</span>
      </span>
      {(uploaded.length > 0 || photos.waiting.length > 0) && (
        <ul className={style.row}>
          {uploaded.map((file, n) => (
            <li key={file.id} className={style.photo}>
              <Preview url={photos.previews[file.id]} label={m.feedback_photo_named({ number: n + 1 })} name={file.name} />
              <RemoveButton
                className={style.drop}
                label={m.feedback_photo_remove({ number: n + 1 })}
                onClick={() => photos.remove(file.id)}
              />
              <span className={style.state} data-state="ready">
                <Icon name="check" size={16} />
                {m.feedback_photo_ready()}
              </span>
            </li>
          ))}
          {photos.waiting.map((one, n) => (
            <OnItsWay
              key={one.key}
              photo={one}
              number={uploaded.length + n + 1}
              onAgain={() => photos.again(one)}
              onDrop={() => photos.drop(one.key)}
            />
          ))}
        </ul>
      )}
      {photos.room > 0 ? (
        <div className="cluster gap-3">
          <Choice id={`${id}-take`} capture label={m.feedback_photo_take()} icon="camera" onFiles={photos.add} />
          <Choice id="report-photoIds" label={m.feedback_photo_choose()} icon="upload" onFiles={photos.add} />
        </div>
      ) : (
        <p className="note">{m.feedback_photos_full({ most: photosAtMost })}</p>
      )}
      <p id={`${id}-hint`} className="note">
        {m.feedback_photos_hint({ most: photosAtMost, megabytes: maxFileMegabytes })}
      </p>
      {error && <FieldError id={id}>{error}</FieldError>}
      <p className="sr-only" role="status">
        {uploaded.length > 0 ? m.feedback_photos_ready({ count: uploaded.length }) : ''}
      </p>
    </div>
  )
}

type ChoiceProps = { id: string; label: string; icon: 'camera' | 'upload'; capture?: boolean; onFiles(files: File[]): void }

function Choice({ id, label, icon, capture = false, onFiles }: ChoiceProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <span className={style.choice} data-capture={capture || undefined}>
      <Button id={id} look="secondary" wide icon={<Icon name={icon} size={22} />} onClick={() => chooser.current?.click()}>
        {label}
      </Button>
      <FileChooser
        ref={chooser}
        accept="image/*"
        aria-label={label}
        {...(capture ? { capture: 'environment' as const } : { multiple: true })}
        onFiles={onFiles}
      />
    </span>
  )
}

function Preview({ url, label, name }: { url: string | undefined; label: string; name: string }) {
  if (url) return <img src={url} alt={label} />
  return (
    <span className={style.named}>
      <Icon name="file" size={22} />
      {name}
    </span>
  )
}

function OnItsWay({ photo, number, onAgain, onDrop }: { photo: Waiting; number: number; onAgain(): void; onDrop(): void }) {
  const percent = Math.round(photo.share * 100)
  return (
    <li className={style.photo}>
      <span className={style.named}>{photo.file.name}</span>
      <RemoveButton className={style.drop} label={m.feedback_photo_remove({ number })} onClick={onDrop} />
      {photo.problem === undefined ? (
        <>
          <span className={style.state}>{percent < 100 ? m.feedback_photo_sending({ percent }) : m.feedback_photo_checking()}</span>
          <progress max={100} value={percent} aria-label={m.feedback_photo_named({ number })} />
        </>
      ) : (
        <span className={style.state} data-state="failed" role="alert">
          {photo.problem}
          <Button look="text" onClick={onAgain}>
            {m.feedback_photo_again()}
          </Button>
        </span>
      )}
    </li>
  )
}
