import { m } from '#i18n/generated/messages.js'
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import style from './sheet.module.css'

type Props = { title: string; onClose(): void; children: ReactNode }

/** Modal dialog: a bottom sheet on a phone, centred on a larger screen. The native dialog traps the focus and restores it on closing. */
export function Sheet({ open, ...sheet }: Props & { open: boolean }) {
  return open ? <OpenSheet {...sheet} /> : null
}

/** Foot of a dialog: the ways out, then what it is for: at the right end, and lowest where they find no room beside each other. */
export const SheetActions = ({ main, children }: { main: ReactNode; children?: ReactNode }) => (
  <div className={style.actions}>
    {children}
    {main}
  </div>
)

function OpenSheet({ title, onClose, children }: Props) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  // Closed before it leaves the document, or the browser would not restore the focus.
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
      // Light dismiss: a press on the backdrop closes it, where the browser supports closedby.
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
