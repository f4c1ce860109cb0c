import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { useDraft } from '#ui/kit/draft.ts'
import { TextField } from '#ui/kit/field.tsx'
import { useState } from 'react'
import { SaveLine, useMemberChange } from './setting-form.tsx'
import style from './setting.module.css'

export function ProfileForm({ member }: { member: MemberAnswer }) {
  const { name, emergencyName, emergencyPhone } = member
  const draft = useDraft(`${member.id}:profile`, { name, emergencyName, emergencyPhone })
  const [saved, setSaved] = useState(false)
  const { busy, refused, errorAt, form } = useMemberChange(
    () => draft.values,
    () => {
      draft.clear()
      setSaved(true)
    },
  )
  const bind = (field: keyof typeof draft.values) => ({
    name: field,
    value: draft.values[field],
    error: errorAt(field),
    onChange: (event: { target: { value: string } }) => {
      setSaved(false)
      draft.change({ [field]: event.target.value })
    },
  })

  return (
    <form {...form} className={style.form}>
      <TextField {...bind('name')} label={m.setting_name()} autoComplete="name" maxLength={60} />
      <div className="pair gap-5">
        <TextField {...bind('emergencyName')} label={m.setting_emergency_name()} optional autoComplete="off" maxLength={60} />
        <TextField {...bind('emergencyPhone')} label={m.setting_emergency_phone()} optional type="tel" autoComplete="off" maxLength={30} />
      </div>
      <p className={style.account}>
        {m.setting_account()} <b>{member.account}</b>
      </p>
      <SaveLine {...{ busy, refused, saved }} />
    </form>
  )
}
