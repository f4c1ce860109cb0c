import { m } from '#i18n/generated/messages.js'
import type { ReactNode } from 'react'
import style from './save-bar.module.css'
import { StaffButton } from './staff-button.tsx'

type Props = {
  /** What is changed and not saved yet, in words; empty: nothing. */
  changed: string
  busy: boolean
  /** Leads to the preview of the change, where it is confirmed; or saves it, where `sendLabel` says so. */
  onSend(): void
  sendLabel?: string
  onDiscard(): void
  /** Errors above the buttons. */
  children?: ReactNode
}

/** Bar at the foot of a screen with unsaved changes. */
export function SaveBar({ changed, busy, onSend, sendLabel, onDiscard, children }: Props) {
  if (!changed) return null
  return (
    <div className={style.bar}>
      {children}
      <div className={style.line}>
        <p role="status">{m.staff_changed({ what: changed })}</p>
        <StaffButton onClick={onDiscard}>{m.staff_discard()}</StaffButton>
        <StaffButton look="primary" busy={busy} onClick={onSend} data-sends>
          {sendLabel ?? m.staff_review()}
        </StaffButton>
      </div>
    </div>
  )
}
