import { m } from '#i18n/generated/messages.js'
import { TextArea } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useRef, useState, type ReactNode } from 'react'
import style from './ask-sheet.module.css'
import { StaffButton } from './staff-button.tsx'

type Props = {
  title: string
  /** What will happen and who is told, one sentence each. */
  effects: string[]
  confirmLabel: string
  isDangerous?: boolean
  /** Given: a reason has to be typed; says what it is a reason for. */
  reasonLabel?: string
  /** Reasons that are often given: chosen by a press, and edited afterwards. */
  readyReasons?: readonly string[]
  isReasonOptional?: boolean
  /** Further fields, above the reason. */
  children?(errorAt: (path: string) => string | undefined): ReactNode
  /** Wrong fields that only the page can know of. */
  check?(): { path: string; message: string }[]
  /** What will happen is not known yet: nothing can be confirmed. */
  isCounting?: boolean
  onSend(form: { reason: string }): Promise<unknown>
  onClose(): void
}

/** `onCancel`: of a form whose sheet stays open after it was sent. */
type FormProps = Omit<Props, 'title'> & { onCancel?(): void }

/** Asks before an action, and says what it will do. What was typed stays when the action is refused. */
export function AskSheet({ title, onClose, ...asked }: Props) {
  return (
    <Sheet open title={title} onClose={onClose}>
      <AskForm {...asked} onClose={onClose} />
    </Sheet>
  )
}

/** The same inside a sheet that is open already. */
export function AskForm(props: FormProps) {
  const { effects, confirmLabel, isDangerous = false, isCounting = false, check, onSend, onClose, onCancel = onClose, children } = props
  const { busy, refused, errorAt, form } = useSubmit(
    async (data) => {
      await onSend({ reason: String(data.get('reason') ?? '').trim() })
      onClose()
    },
    check ? { check } : {},
  )
  return (
    <form className="stack gap-4" {...form}>
      {children?.(errorAt)}
      <ReasonField {...props} error={errorAt('reason')} />
      <ul className={style.effects}>
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <FormProblem refused={refused} />
      <SheetActions
        main={
          <StaffButton type="submit" look={isDangerous ? 'danger' : 'primary'} busy={busy} disabled={isCounting}>
            {confirmLabel}
          </StaffButton>
        }
      >
        <StaffButton onClick={onCancel}>{m.staff_people_cancel()}</StaffButton>
      </SheetActions>
    </form>
  )
}

type ReasonProps = Pick<Props, 'reasonLabel' | 'readyReasons' | 'isReasonOptional'> & { error: string | undefined }

const noReasons: readonly string[] = []

function ReasonField({ reasonLabel, readyReasons = noReasons, isReasonOptional = false, error }: ReasonProps) {
  const [reason, setReason] = useState('')
  const field = useRef<HTMLDivElement>(null)
  if (!reasonLabel) return null
  const choose = (ready: string) => {
    setReason(ready)
    field.current?.querySelector('textarea')?.focus()
  }
  return (
    <div className="stack gap-2" ref={field}>
      {readyReasons.length > 0 && (
        <div className="cluster" role="group" aria-label={m.staff_ready_reasons()}>
          {readyReasons.map((ready) => (
            <StaffButton key={ready} aria-pressed={reason === ready} onClick={() => choose(ready)}>
              {ready}
            </StaffButton>
          ))}
        </div>
      )}
      <TextArea
        name="reason"
        label={reasonLabel}
        maxLength={500}
        optional={isReasonOptional}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={error}
      />
    </div>
  )
}
