import { m } from '#i18n/generated/messages.js'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import style from './tray.module.css'
import type { Undo } from './use-rearrange.ts'

/** What was done last, with its undo, for ten seconds. Always in the document, so that it is announced. */
export function UndoBar({ undo, busy, onUndo }: { undo: Undo | undefined; busy: boolean; onUndo(): void }) {
  return (
    <div className={style.undo} role="status" data-shown={undo !== undefined || undefined}>
      {undo && (
        <>
          <span>{undo.text}</span>
          <StaffButton icon="restore" busy={busy} onClick={onUndo}>
            {m.board_undo()}
          </StaffButton>
        </>
      )}
    </div>
  )
}
