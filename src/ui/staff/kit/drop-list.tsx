import { m } from '#i18n/generated/messages.js'
import { FileChooser } from '#ui/kit/file-chooser.tsx'
import { useId, useRef, useState, type ReactNode } from 'react'
import style from './drop-list.module.css'
import { StaffButton } from './staff-button.tsx'

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
        <FileChooser ref={chooser} accept={accept} multiple aria-label={add} onFiles={onFiles} />
      </div>
    </div>
  )
}
