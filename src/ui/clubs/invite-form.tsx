import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { TextField } from '#ui/kit/field.tsx'
import fieldset from '#ui/kit/fieldset.module.css'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { RadioCard } from '#ui/kit/radio-card.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import style from '#ui/accounts/setting.module.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clubPeopleQuery } from './club-queries.ts'
import { roleName, roleNote } from './role-words.ts'

const roles = ['booker', 'treasurer'] as const

/** Asks somebody by mail to act for the club. */
export function InviteForm() {
  const api = useApi()
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<(typeof roles)[number]>('booker')
  const { busy, refused, errorAt, form } = useSubmit(async () => {
    await api.post('/api/Club/Invitation', { email: email.trim(), role })
    toast('success', m.club_invite_sent({ email: email.trim() }))
    setEmail('')
    await queryClient.invalidateQueries({ queryKey: clubPeopleQuery(api).queryKey })
  })
  return (
    <section className={style.section} aria-labelledby="invite-title">
      <h2 id="invite-title">{m.club_invite_title()}</h2>
      <form {...form} className={style.form}>
        <TextField
          name="email"
          type="email"
          label={m.club_invite_email()}
          hint={m.club_invite_hint()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          error={errorAt('email')}
          onChange={(event) => setEmail(event.target.value)}
        />
        <fieldset className={`stack gap-2 ${fieldset.plain}`}>
          <legend>{m.club_invite_role()}</legend>
          {roles.map((one) => (
            <RadioCard key={one} name="role" value={one} checked={role === one} onChange={() => setRole(one)}>
              <span>
                <b>{roleName(one)}</b>
                <br />
                {roleNote(one)}
              </span>
            </RadioCard>
          ))}
        </fieldset>
        <FormProblem refused={refused} />
        <div className={style.actions}>
          <Button type="submit" busy={busy}>
            {m.club_invite_send()}
          </Button>
        </div>
      </form>
    </section>
  )
}
