import { m } from '#i18n/generated/messages.js'
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import style from './sheet.module.css'

type Props = { title: string; onClose(): void; children: ReactNode }

/** Modal dialog: a bottom sheet on a phone, centred on a larger screen. The native dialog traps the focus and gives it back on closing. */
export function Sheet({ open, ...sheet }: Props & { open: boolean }) {
  return open ? <OpenSheet {...sheet} /> : null
}

/** Foot of a dialog: what it is for, then the ways out; so they stand, and so the tab key comes to them. */
export const SheetActions = ({ main, children }: { main: ReactNode; children?: ReactNode }) => (
  <div className={style.actions}>
    {main}
    {children}
  </div>
)

function OpenSheet({ title, onClose, children }: Props) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  // Closed before it leaves the document, or the browser would not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Not on the button that closes it, which the browser would choose.
    heading.current?.focus()
    return () => {
      element?.close()
      // Where the opener is gone, such as a button whose deed is done: not at the top of the document. It may be drawn anew meanwhile.
      setTimeout(() => document.activeElement === document.body && document.getElementById('main')?.focus({ preventScroll: true }), 100)
    }
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
          <h2 ref={heading} id={titleId} tabIndex={-1}>
            {title}
          </h2>
          <IconButton icon="close" size={20} label={m.sheet_close()} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  )
}
