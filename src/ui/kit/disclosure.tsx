import { m } from '#i18n/generated/messages.js'
import type { ReactNode } from 'react'
import style from './disclosure.module.css'

type Props = {
  label: string
  /** The current value, shown while closed. */
  value?: ReactNode
  /** Label of what opening offers, such as "change". */
  offer: string
  open: boolean
  onOpen(open: boolean): void
  children: ReactNode
}

/** A row with a label and a value that opens to change it. A native details element, so it works without JavaScript. */
export function Disclosure({ label, value, offer, open, onOpen, children }: Props) {
  return (
    <details className={style.disclosure} open={open} onToggle={(event) => onOpen(event.currentTarget.open)}>
      <summary className={style.line}>
        <span className={style.words}>
          <span className={style.label}>{label}</span>
          {value && <span className={style.value}>{value}</span>}
        </span>
        <span className={style.offer}>
          <span className={style.whenClosed}>{offer}</span>
          <span className={style.whenOpen}>{m.disclosure_close()}</span>
        </span>
      </summary>
      <div className={style.content}>{children}</div>
    </details>
  )
}
