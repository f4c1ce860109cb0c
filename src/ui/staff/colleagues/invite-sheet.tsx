import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { LanguageOptions } from '#ui/staff/kit/language-options.tsx'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import style from './colleagues.module.css'
import { checkRoles, RoleChoice } from './role-choice.tsx'
import { useColleagueCall } from './staff-query.ts'

/** Invites somebody by mail. */
export function InviteSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Sheet open={open} title={m.staff_people_invite()} onClose={onClose}>
      <InviteForm onClose={onClose} />
    </Sheet>
  )
}

function InviteForm({ onClose }: { onClose(): void }) {
  const call = useColleagueCall()
  const { busy, refused, errorAt, form } = useSubmit(
    async (fields) => {
      const email = String(fields.get('email')).trim()
      const body = { email, roles: fields.getAll('roles'), locale: fields.get('locale') }
      await call('/api/Staff/Invitation', body, m.staff_invite_done({ email }))
      onClose()
    },
    { check: checkRoles },
  )
  return (
    <form className="stack gap-4" {...form}>
      <TextField
        name="email"
        type="email"
        label={m.staff_invite_email()}
        hint={errorAt('email') ? undefined : m.staff_invite_email_hint()}
        error={errorAt('email')}
        autoComplete="off"
        maxLength={254}
      />
      <RoleChoice chosen={['desk']} error={errorAt('roles')} />
      <SelectField name="locale" label={m.staff_invite_language()} defaultValue={getLocale()}>
        <LanguageOptions />
      </SelectField>
      <FormProblem refused={refused} />
      <div className={style.buttons}>
        <StaffButton onClick={onClose}>{m.staff_people_cancel()}</StaffButton>
        <StaffButton type="submit" look="primary" busy={busy}>
          {m.staff_invite_send()}
        </StaffButton>
      </div>
    </form>
  )
}
