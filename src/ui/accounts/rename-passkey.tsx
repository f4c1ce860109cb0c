import { m } from '#i18n/generated/messages.js'
import { passkeyNameLength } from '#modules/logins/second-factor-rules.ts'
import { Button } from '#ui/kit/button.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useState } from 'react'
import factor from './second-factor.module.css'
import style from './setting.module.css'

type Props = { id: string; name: string; onRenamed(): Promise<void> }

/** Button that gives a passkey another name. */
export function RenamePasskey({ id, name, onRenamed }: Props) {
  const api = useApi()
  const [open, setOpen] = useState(false)
  const { busy, refused, errorAt, form } = useSubmit(async (fields) => {
    await api.put(`/api/AccountMember/Passkey/${id}`, { name: String(fields.get('name')).trim() })
    setOpen(false)
    await onRenamed()
  })
  return (
    <>
      <Button look="quiet" className={style.small} aria-label={m.passkey_rename_named({ name })} onClick={() => setOpen(true)}>
        {m.passkey_rename()}
      </Button>
      <Sheet open={open} title={m.passkey_rename_named({ name })} onClose={() => setOpen(false)}>
        <form {...form} className={factor.setup}>
          <TextField
            name="name"
            label={m.passkey_name()}
            defaultValue={name}
            error={errorAt('name')}
            maxLength={passkeyNameLength}
            autoComplete="off"
          />
          <FormProblem refused={refused} />
          <Button type="submit" wide busy={busy}>
            {m.setting_save()}
          </Button>
        </form>
      </Sheet>
    </>
  )
}
