import { m } from '#i18n/generated/messages.js'
import { whyNotSecretLength } from '#modules/accounts/rules.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { SecretField } from '#ui/kit/field.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionsQuery, useApi } from './member-queries.ts'
import { SaveLine } from './setting-form.tsx'
import style from './setting.module.css'

const tooShort = { field_secret_short: m.field_secret_short, field_secret_long: m.field_secret_long }

/** B9: this device stays logged in, all others are logged out. */
export function SecretForm({ member }: { member: MemberAnswer }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const { busy, refused, errorAt, form } = useSubmit(
    async (data) => {
      await api.post('/api/AccountMember/UpdatePKey', { oldSecret: data.get('oldSecret'), newSecret: data.get('newSecret') })
      form.ref.current?.reset()
      setOpen(false)
      toast('success', m.setting_secret_changed())
      await queryClient.invalidateQueries({ queryKey: sessionsQuery(api).queryKey })
    },
    {
      check: (data) => {
        const why = whyNotSecretLength(String(data.get('newSecret')))
        return why ? [{ path: 'newSecret', message: tooShort[why]() }] : []
      },
    },
  )

  return (
    <Disclosure label={m.setting_secret()} value="••••••••••" offer={m.setting_change()} open={open} onOpen={setOpen}>
      <form {...form} className={style.form}>
        {/* Password managers read which account the new password belongs to. */}
        <input type="text" name="username" autoComplete="username" defaultValue={member.email} readOnly hidden />
        <SecretField name="oldSecret" label={m.setting_secret_old()} autoComplete="current-password" error={errorAt('oldSecret')} />
        <SecretField
          name="newSecret"
          label={m.setting_secret_new()}
          hint={m.setting_secret_hint()}
          autoComplete="new-password"
          error={errorAt('newSecret')}
        />
        <SaveLine {...{ busy, refused }} label={m.setting_secret_submit()} />
      </form>
    </Disclosure>
  )
}
