import { m } from '#i18n/generated/messages.js'
import type { Refused } from '#ui/kit/use-submit.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import style from './save-line.module.css'

type Props = { isDirty: boolean; busy: boolean; refused: Refused | undefined; onDiscard(): void }

/** Foot of the form: saves at once, because nothing that is booked depends on it. */
export function SaveLine({ isDirty, busy, refused, onDiscard }: Props) {
  if (!isDirty && !refused) return null
  return (
    <div className={style.bar}>
      {refused && (
        <p className="danger" role="alert">
          {refused.title}
        </p>
      )}
      <div className={style.line}>
        {isDirty && <StaffButton onClick={onDiscard}>{m.staff_discard()}</StaffButton>}
        {isDirty && (
          <StaffButton type="submit" look="primary" busy={busy}>
            {m.staff_centre_save()}
          </StaffButton>
        )}
      </div>
    </div>
  )
}
