import { m } from '#i18n/generated/messages.js'
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import style from './sheet.module.css'

type Props = { title: string; onClose(): void; children: ReactNode }

/** Something done beside the page: from below on a phone, in the middle of a larger screen. The browser keeps the focus in it and gives it back. */
export function Sheet({ open, ...sheet }: Props & { open: boolean }) {
  return open ? <OpenSheet {...sheet} /> : null
}

function OpenSheet({ title, onClose, children }: Props) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  // Closed while it still stands in the document, or the browser would not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      className={style.sheet}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // A press beside it closes it too, where the browser knows how.
      closedby="any"
    >
      <div className={style.inside}>
        <header className={style.top}>
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="close" size={20} label={m.sheet_close()} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  )
}
