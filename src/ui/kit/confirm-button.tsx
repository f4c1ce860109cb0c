import { Button } from './button.tsx'
import { FormProblem } from './form-problem.tsx'
import { Sheet, SheetActions } from './sheet.tsx'
import { useSubmit } from './use-submit.ts'
import { useState, type ReactNode } from 'react'

type Props = {
  label: string
  title: string
  /** Consequences of the action. */ children: ReactNode
  confirmLabel: string
  cancelLabel: string
  className?: string
  onConfirm(): Promise<void>
}

/** Button for an action that cannot be undone: asks for confirmation in a sheet that names the consequences. */
export function ConfirmButton({ label, title, children, confirmLabel, cancelLabel, className, onConfirm }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { busy, refused, form } = useSubmit(async () => {
    await onConfirm()
    close()
  })
  return (
    <>
      <Button look="quiet" className={className} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Sheet open={open} title={title} onClose={close}>
        <form className="stack gap-4" {...form}>
          {children}
          <FormProblem refused={refused} />
          <SheetActions
            main={
              <Button type="submit" look="danger" busy={busy}>
                {confirmLabel}
              </Button>
            }
          >
            <Button look="quiet" onClick={close}>
              {cancelLabel}
            </Button>
          </SheetActions>
        </form>
      </Sheet>
    </>
  )
}
