import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { useDraft } from '#ui/kit/draft.ts'
import { TextField } from '#ui/kit/field.tsx'
import { useState } from 'react'
import { SaveLine, useMemberChange, type SaveOutcome } from './setting-form.tsx'
import style from './setting.module.css'

export function ProfileForm({ member }: { member: MemberAnswer }) {
  const { name, emergencyName, emergencyPhone } = member
  const draft = useDraft(`${member.id}:profile`, { name, emergencyName, emergencyPhone })
  const [outcome, setOutcome] = useState<SaveOutcome>()
  const { busy, refused, errorAt, form } = useMemberChange(
    () => (isSame(draft.values, { name, emergencyName, emergencyPhone }) ? undefined : draft.values),
    (isSaved) => {
      draft.clear()
      setOutcome(isSaved ? 'saved' : 'unchanged')
    },
  )
  const bind = (field: keyof typeof draft.values) => ({
    name: field,
    value: draft.values[field],
    error: errorAt(field),
    onChange: (event: { target: { value: string } }) => {
      setOutcome(undefined)
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
      <SaveLine {...{ busy, refused, outcome }} />
    </form>
  )
}

/** Whether saving would change nothing; blanks around a value are not kept. */
export const isSame = <T extends Record<string, string>>(typed: T, saved: T): boolean =>
  Object.keys(saved).every((field) => typed[field]!.trim() === saved[field])
