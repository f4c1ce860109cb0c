import { m } from '#i18n/generated/messages.js'
import { whyNotSecretLength } from '#modules/logins/rules.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { SecretField } from '#ui/kit/field.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionsQuery, useSetMember } from './member-queries.ts'
import { NewSecretField } from './new-secret-field.tsx'
import { ProvenFirst } from './proven-first.tsx'
import { RemoveFactor } from './change-factor.tsx'
import { secondFactorsQuery } from './second-factor-queries.ts'
import { SaveLine } from './setting-form.tsx'
import style from './setting.module.css'

const empty = { oldSecret: '', newSecret: '' }

/** Changes the password, or sets the first one: this device stays logged in, all others are logged out. */
export function SecretForm({ member }: { member: MemberAnswer }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const keep = useSetMember()
  const { hasSecret } = member
  const [open, setOpen] = useState(false)
  const [values, setValues] = useState(empty)
  const { busy, refused, errorAt, form } = useSubmit(
    async () => {
      await api.post('/api/AccountMember/UpdatePKey', hasSecret ? values : { newSecret: values.newSecret })
      keep({ ...member, hasSecret: true })
      setValues(empty)
      setOpen(false)
      toast('success', hasSecret ? m.setting_secret_changed() : m.setting_secret_set_done())
      await queryClient.invalidateQueries({ queryKey: sessionsQuery(api).queryKey })
    },
    { check: () => lengthProblem(values.newSecret) },
  )

  return (
    <Disclosure
      label={m.setting_secret()}
      value={hasSecret ? '••••••••••' : m.setting_secret_none()}
      offer={hasSecret ? m.setting_change() : m.setting_secret_set()}
      open={open}
      onOpen={setOpen}
    >
      <ProvenFirst member={member}>
        <form {...form} className={style.form}>
          {/* Username for password managers. */}
          <input type="text" name="username" autoComplete="username" value={member.email} readOnly hidden />
          {hasSecret && (
            <SecretField
              name="oldSecret"
              label={m.setting_secret_old()}
              autoComplete="current-password"
              value={values.oldSecret}
              error={errorAt('oldSecret')}
              onChange={(event) => setValues({ ...values, oldSecret: event.target.value })}
            />
          )}
          <NewSecretField
            name="newSecret"
            label={m.setting_secret_new()}
            value={values.newSecret}
            error={errorAt('newSecret')}
            onChange={(newSecret) => setValues({ ...values, newSecret })}
          />
          <p className={style.note}>{m.setting_secret_note()}</p>
          <SaveLine {...{ busy, refused }} label={hasSecret ? m.setting_secret_submit() : m.setting_secret_set()} />
        </form>
      </ProvenFirst>
      {hasSecret && <GiveUpSecret member={member} onGivenUp={() => setOpen(false)} />}
    </Disclosure>
  )
}

/** Doing without the password, for a member who has a passkey instead. */
function GiveUpSecret({ member, onGivenUp }: { member: MemberAnswer; onGivenUp(): void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const keep = useSetMember()
  const factors = useQuery(secondFactorsQuery(api)).data
  if (!factors || factors.passkeys.length === 0) return null
  const gaveUp = async () => {
    keep({ ...member, hasSecret: false })
    onGivenUp()
    toast('success', m.setting_secret_given_up())
    await queryClient.invalidateQueries({ queryKey: sessionsQuery(api).queryKey })
  }
  return (
    <div className={style.actions}>
      <RemoveFactor
        {...{ factors, member }}
        name={m.setting_secret()}
        text={m.setting_secret_give_up_text()}
        remove={() => api.delete('/api/AccountMember/PKey')}
        onRemoved={gaveUp}
      />
    </div>
  )
}

function lengthProblem(secret: string): { path: string; message: string }[] {
  const why = whyNotSecretLength(secret)
  if (!why) return []
  return [{ path: 'newSecret', message: why === 'field_secret_short' ? m.field_secret_short() : m.field_secret_long() }]
}
