import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useState, type ReactNode } from 'react'
import style from './ask-first.module.css'

type Props = {
  action: string
  title: string
  /** Consequences of the action. */ children: ReactNode
  sure: string
  keep: string
  className?: string
  onSure(): Promise<void>
}

/** Button for an action that cannot be undone: asks for confirmation in a sheet that names the consequences. */
export function AskFirst({ action, title, children, sure, keep, className, onSure }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { busy, refused, form } = useSubmit(async () => {
    await onSure()
    close()
  })
  return (
    <>
      <Button look="quiet" className={className} onClick={() => setOpen(true)}>
        {action}
      </Button>
      <Sheet open={open} title={title} onClose={close}>
        <form className={style.form} {...form}>
          {children}
          <FormProblem refused={refused} />
          <Button type="submit" look="danger" wide busy={busy}>
            {sure}
          </Button>
          <Button look="quiet" wide onClick={close}>
            {keep}
          </Button>
        </form>
      </Sheet>
    </>
  )
}
