import { m } from '#i18n/generated/messages.js'
import { useEffect, useRef, useState } from 'react'
import { StaffButton } from './staff-button.tsx'
import style from './undo-bar.module.css'

/** The undo of what was done last, offered for so many seconds. Undefined takes the offer back. */
export function useUndo<Undo>(seconds: number) {
  const [undo, setUndo] = useState<Undo>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  function offer(next: Undo | undefined): void {
    clearTimeout(timer.current)
    setUndo(next)
    if (next) timer.current = setTimeout(() => setUndo(undefined), seconds * 1000)
  }
  return [undo, offer] as const
}

type Props = {
  undo: { text: string } | undefined
  busy: boolean
  /** Letter that does the same. */
  shortcut?: string
  onUndo(): void
}

/** What was done last, with its undo. Always in the document, so that it is announced. */
export function UndoBar({ undo, busy, shortcut, onUndo }: Props) {
  return (
    <div className={style.undo} role="status" data-shown={undo !== undefined || undefined}>
      {undo && (
        <>
          <span>{undo.text}</span>
          <StaffButton icon="restore" busy={busy} onClick={onUndo} aria-keyshortcuts={shortcut}>
            {shortcut === undefined ? m.board_undo() : m.proofs_undo_key()}
          </StaffButton>
        </>
      )}
    </div>
  )
}
