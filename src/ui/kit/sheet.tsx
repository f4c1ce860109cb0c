import { m } from '#i18n/generated/messages.js'
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import style from './sheet.module.css'

type Props = { title: string; open: boolean; onClose(): void; children: ReactNode }

/** Something done beside the page: from below on a phone, in the middle of a larger screen. The browser keeps the focus in it and gives it back. */
export function Sheet({ title, open, onClose, children }: Props) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    return () => element.close()
  }, [open])

  if (!open) return null
  const closeOutside = (event: MouseEvent) => event.target === dialog.current && onClose()
  return (
    // Esc closes as well; a press on the backdrop is only a shortcut for the pointer.
    <dialog
      ref={dialog}
      className={style.sheet}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={closeOutside}
    >
      <div className={style.inside}>
        <header className={style.top}>
          <h2 id={titleId}>{title}</h2>
          <button type="button" aria-label={m.sheet_close()} onClick={onClose}>
            <Icon name="close" size={20} />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
