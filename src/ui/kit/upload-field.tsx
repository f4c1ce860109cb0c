import { m } from '#i18n/generated/messages.js'
import { fileSize } from '#i18n/file-size.ts'
import { useEffect, useEffectEvent, useId, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import style from './upload-field.module.css'
import { useUpload, type Phase, type Uploaded, type Uploading } from './use-upload.ts'

export type { Uploaded, Uploading } from './use-upload.ts'

type Props<T extends Uploaded> = {
  label: string
  /** Id of the input, for links to it. */
  id?: string
  name?: string
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  /** Value of the input's `accept` attribute. */
  accept: string
  /** The accepted types and the size limit, in words. */
  allowed: string
  uploading: Uploading<T>
  value: T | undefined
  onChange(value: T | undefined): void
  /** Called when an upload starts and ends, so that the form can wait for it. */
  onBusy?(busy: boolean): void
}

/** File input with drag and drop: a chosen file is uploaded at once, and the form keeps the server's answer. */
export function UploadField<T extends Uploaded>({
  label,
  id: given,
  name,
  hint,
  error,
  optional,
  accept,
  allowed,
  uploading,
  value,
  onChange,
  onBusy,
}: Props<T>) {
  const own = useId()
  const id = given ?? own
  const { input, phase, busy, takeChosen, start, stop, clear } = useFileInput({ uploading, onChange, onBusy })
  const wrong = phase.name === 'failed' ? phase.message : error
  const compact = Boolean(value) || phase.name !== 'idle'
  const describedBy = [compact ? `${id}-file` : `${id}-allowed`, hint && `${id}-hint`, wrong && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={style.field} aria-busy={busy || undefined}>
      <UploadLabel {...{ id, label, optional, hint }} />
      <input
        ref={input}
        id={id}
        name={name}
        type="file"
        accept={accept}
        className={style.input}
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
        aria-invalid={wrong ? true : undefined}
        onChange={(event) => takeChosen(event.target)}
      />
      <DropZone id={id} compact={compact} wrong={Boolean(wrong)} allowed={allowed} onFile={start}>
        <FileState
          id={id}
          phase={phase}
          value={value}
          onRetry={(file) => void start(file)}
          onStop={() => (stop(), input.current?.focus())}
          onRemove={clear}
        />
      </DropZone>
      {wrong && (
        <p id={`${id}-error`} className={style.error} role="alert">
          {wrong}
        </p>
      )}
      <p className="sr-only" role="status">
        {busy ? m.upload_sending() : value ? m.upload_done({ name: value.name }) : ''}
      </p>
    </div>
  )
}

/** The file input and its upload. `busy` while a file is being sent. */
function useFileInput<T extends Uploaded>({ uploading, onChange, onBusy }: Pick<Props<T>, 'uploading' | 'onChange' | 'onBusy'>) {
  const input = useRef<HTMLInputElement>(null)
  const { phase, start, stop } = useUpload(uploading, onChange)
  const busy = phase.name === 'sending'

  /** Takes the chosen file, also one that was chosen before hydration. */
  function takeChosen(from: HTMLInputElement | null): void {
    const file = from?.files?.[0]
    if (!file) return
    void start(file)
    from.value = ''
  }
  const takeEarly = useEffectEvent(() => takeChosen(input.current))
  const tellBusy = useEffectEvent((isBusy: boolean) => onBusy?.(isBusy))
  useEffect(() => takeEarly(), [])
  useEffect(() => tellBusy(busy), [busy])

  function clear(): void {
    stop()
    onChange(undefined)
    input.current?.focus()
  }

  return { input, phase, busy, takeChosen, start, stop, clear }
}

function UploadLabel({ id, label, optional, hint }: Pick<Props<Uploaded>, 'label' | 'optional' | 'hint'> & { id: string }) {
  return (
    <>
      <span id={`${id}-label`} className={style.label}>
        {label}
        {optional && <span className={style.optional}>{m.field_optional()}</span>}
      </span>
      {hint && (
        <div id={`${id}-hint`} className={style.hint}>
          {hint}
        </div>
      )}
    </>
  )
}

type StateProps = {
  id: string
  phase: Phase
  value: Uploaded | undefined
  onRetry(file: File): void
  onStop(): void
  onRemove(): void
}

/** The file's row: its progress, its failure, or the uploaded file. */
function FileState({ id, phase, value, onRetry, onStop, onRemove }: StateProps) {
  return (
    <>
      {phase.name === 'sending' && <Sending name={phase.file.name} size={phase.file.size} share={phase.share} onStop={onStop} />}
      {phase.name === 'failed' && (
        <Row name={phase.file.name} detail={fileSize(phase.file.size)} mark="alert">
          {phase.again && <RowButton label={m.upload_again()} onClick={() => onRetry(phase.file)} />}
          <RowButton label={m.upload_remove()} onClick={onStop} />
        </Row>
      )}
      {phase.name === 'idle' && value && (
        <Row name={value.name} detail={fileSize(value.size)} mark="check">
          <label htmlFor={id} className={style.action} aria-hidden>
            {m.upload_replace()}
          </label>
          <RowButton label={m.upload_remove()} onClick={onRemove} />
        </Row>
      )}
    </>
  )
}

type ZoneProps = { id: string; compact: boolean; wrong: boolean; allowed: string; onFile(file: File): unknown; children: ReactNode }

/** Drop target: a large zone while empty, the file's row afterwards. */
function DropZone({ id, compact, wrong, allowed, onFile, children }: ZoneProps) {
  const [over, setOver] = useState(false)
  const drop = {
    onDragOver: (event: DragEvent) => (event.preventDefault(), setOver(true)),
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const file = event.dataTransfer.files[0]
      if (file) onFile(file)
    },
  }
  return (
    <div className={style.zone} data-over={over || undefined} data-compact={compact || undefined} data-wrong={wrong || undefined} {...drop}>
      {!compact && (
        <label htmlFor={id} className={style.choose}>
          <Icon name="upload" size={26} />
          <span className={style.chooseText}>
            <b className={style.forTouch}>{m.upload_choose_touch()}</b>
            <b className={style.forMouse}>{m.upload_choose_mouse()}</b>
            <span id={`${id}-allowed`} className="note">
              {allowed}
            </span>
          </span>
        </label>
      )}
      {compact && <div id={`${id}-file`}>{children}</div>}
    </div>
  )
}

function Row({ name, detail, mark, children }: { name: string; detail: string; mark: 'file' | 'check' | 'alert'; children: ReactNode }) {
  return (
    <div className={style.row}>
      <span className={style.mark} data-mark={mark}>
        <Icon name={mark} size={20} />
      </span>
      <span className={style.what}>
        <span className={style.name}>{name}</span>
        <span className={style.detail}>{detail}</span>
      </span>
      <span className={style.actions}>{children}</span>
    </div>
  )
}

function Sending({ name, size, share, onStop }: { name: string; size: number; share: number; onStop(): void }) {
  const percent = Math.round(share * 100)
  return (
    <>
      <Row name={name} detail={`${fileSize(size)} · ${percent < 100 ? `${percent}%` : m.upload_checking()}`} mark="file">
        <RowButton label={m.upload_stop()} onClick={onStop} />
      </Row>
      <progress className={style.progress} max={100} value={percent} aria-label={m.upload_sending()} />
    </>
  )
}

function RowButton({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <button type="button" className={style.action} onClick={onClick}>
      {label}
    </button>
  )
}
