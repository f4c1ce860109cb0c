import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { useDraft } from '#ui/kit/draft.ts'
import { TextField } from '#ui/kit/field.tsx'
import { useState } from 'react'
import { CurrentSecretField } from './current-secret-field.tsx'
import { ProvenFirst } from './proven-first.tsx'
import { SaveLine, useMemberChange } from './setting-form.tsx'
import style from './setting.module.css'

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Changes the email address. The new one counts once the link that is mailed to it is opened. */
export function EmailForm({ member }: { member: MemberAnswer }) {
  const draft = useDraft(`${member.id}:email`, { email: '', sentTo: '' })
  const { email, sentTo } = draft.values
  const [secret, setSecret] = useState('')
  const [open, setOpen] = useState(false)
  const { busy, refused, errorAt, form } = useMemberChange(
    () => ({ email, ...(member.hasSecret ? { secret } : {}) }),
    () => {
      setSecret('')
      draft.change({ email: '', sentTo: email.trim() })
      setOpen(false)
    },
    () => (same(email, member.email) ? [{ path: 'email', message: m.setting_email_same() }] : []),
  )
  const waiting = sentTo !== '' && !same(sentTo, member.email)

  return (
    <>
      <Disclosure label={m.setting_email()} value={member.email} offer={m.setting_change()} open={open || email !== ''} onOpen={setOpen}>
        <ProvenFirst member={member}>
          <form {...form} className={style.form}>
            <TextField
              name="email"
              type="email"
              label={m.setting_email_new()}
              hint={m.setting_email_hint()}
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              value={email}
              error={errorAt('email')}
              onChange={(event) => draft.change({ email: event.target.value })}
            />
            <CurrentSecretField value={secret} member={member} error={errorAt('secret')} onChange={setSecret} />
            <SaveLine {...{ busy, refused }} label={m.setting_email_submit()} />
          </form>
        </ProvenFirst>
      </Disclosure>
      <div role="status">
        {waiting && (
          <Callout tone="due" title={m.setting_email_sent_title({ email: sentTo })}>
            <p>{m.setting_email_sent_text({ email: member.email })}</p>
          </Callout>
        )}
      </div>
    </>
  )
}
