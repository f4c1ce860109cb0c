import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { FieldError } from '#ui/kit/field.tsx'
import { FileChooser } from '#ui/kit/file-chooser.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useId, useRef, useState } from 'react'
import type { CentreDraft } from './centre-draft.ts'
import style from './centre-fields.module.css'

type Logo = CentreDraft['logo']
export type UploadLogo = (file: File) => Promise<{ id: string }>

type Props = { logo: Logo; onChange(logo: Logo): void; upload: UploadLogo; error: string | undefined }

/** The logo: shown on both schemes, replaced by a file, or taken away. */
export function LogoField({ logo, onChange, upload, error }: Props) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function choose(file: File | undefined): Promise<void> {
    if (!file) return
    setBusy(true)
    setProblem(undefined)
    try {
      const { id: fileId } = await upload(file)
      onChange({ fileId, address: await pictureOf(file) })
    } catch (failure) {
      setProblem((failure instanceof Error && failure.message) || m.error_request_failed())
    } finally {
      setBusy(false)
    }
  }
  const wrong = problem ?? error
  return (
    <div className={style.logoField}>
      <b id={`${id}-label`}>{m.staff_centre_logo()}</b>
      <p className="note" id={`${id}-hint`}>
        {m.staff_centre_logo_hint()}
      </p>
      {logo && (
        <div className={style.logos}>
          {(['light', 'dark'] as const).map((scheme) => (
            <span key={scheme} data-scheme={scheme}>
              <img src={logo.address} alt={m.staff_centre_logo()} height={44} />
            </span>
          ))}
        </div>
      )}
      <div className={style.row}>
        <LogoInput {...{ id, busy, wrong: Boolean(wrong), has: Boolean(logo), choose }} />
        {busy && <span role="status">{m.staff_centre_logo_busy()}</span>}
        {logo && (
          <Button look="text" onClick={() => onChange(null)}>
            {m.staff_centre_logo_remove()}
          </Button>
        )}
      </div>
      {wrong && <FieldError id={id}>{wrong}</FieldError>}
    </div>
  )
}

type InputProps = { id: string; busy: boolean; wrong: boolean; has: boolean; choose(file: File | undefined): Promise<void> }

/** The button that opens the choice of a file. */
function LogoInput({ id, busy, wrong, has, choose }: InputProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        id={id}
        look="secondary"
        icon={<Icon name="upload" size={20} />}
        busy={busy}
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={`${id}-hint`}
        aria-invalid={wrong ? true : undefined}
        onClick={() => chooser.current?.click()}
      >
        {has ? m.upload_replace() : m.staff_centre_logo_choose()}
      </Button>
      <FileChooser
        ref={chooser}
        accept="image/png,image/jpeg,image/webp"
        aria-labelledby={`${id}-label`}
        onFiles={([file]) => void choose(file)}
      />
    </>
  )
}

/** The picture, no larger than it is shown, as a data URL: a draft keeps it over a reload. */
async function pictureOf(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return URL.createObjectURL(file)
  const scale = Math.min(1, 96 / picture.height, 400 / picture.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png')
}
