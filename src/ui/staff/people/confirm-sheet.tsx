import { m } from '#i18n/generated/messages.js'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import style from './people.module.css'

type Props = {
  title: string
  /** What will happen, one sentence each. */
  effects: string[]
  confirmLabel: string
  isDangerous?: boolean
  onConfirm(): Promise<void>
  onClose(): void
}

/** Asks before an action and says what it will do. */
export function ConfirmSheet({ title, onClose, ...asked }: Props) {
  return (
    <Sheet open title={title} onClose={onClose}>
      <ConfirmForm {...asked} onClose={onClose} />
    </Sheet>
  )
}

export function ConfirmForm({ effects, confirmLabel, isDangerous = false, onConfirm, onClose }: Omit<Props, 'title'>) {
  const { busy, refused, form } = useSubmit(async () => {
    await onConfirm()
    onClose()
  })
  return (
    <form className={style.form} {...form}>
      <ul className={style.effects}>
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <FormProblem refused={refused} />
      <div className={style.buttons}>
        <StaffButton onClick={onClose}>{m.staff_people_cancel()}</StaffButton>
        <StaffButton type="submit" look={isDangerous ? 'danger' : 'primary'} busy={busy}>
          {confirmLabel}
        </StaffButton>
      </div>
    </form>
  )
}
