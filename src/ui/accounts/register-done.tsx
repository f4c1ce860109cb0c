import { m } from '#i18n/generated/messages.js'
import type { Sport } from '#lib/court-lines.ts'
import { ownValue } from '#lib/own-value.ts'
import button from '#ui/kit/button.module.css'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { clockText, useCountdown } from '#ui/kit/countdown.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { startOver, type RegisterDraft } from './register-draft.ts'
import style from './register-done.module.css'

const pause = 60_000

/** Where the mail of common providers is read. */
const mailboxes: Record<string, string> = {
  'gmail.com': 'https://mail.google.com/',
  'yahoo.com.tw': 'https://mail.yahoo.com/',
  'yahoo.com': 'https://mail.yahoo.com/',
  'ymail.com': 'https://mail.yahoo.com/',
  'outlook.com': 'https://outlook.live.com/mail/',
  'hotmail.com': 'https://outlook.live.com/mail/',
  'hotmail.com.tw': 'https://outlook.live.com/mail/',
  'live.com': 'https://outlook.live.com/mail/',
  'msn.com': 'https://outlook.live.com/mail/',
  'icloud.com': 'https://www.icloud.com/mail',
  'me.com': 'https://www.icloud.com/mail',
  'proton.me': 'https://mail.proton.me/',
  'pchome.com.tw': 'https://mail.pchome.com.tw/',
}
const mailboxOf = (email: string) => ownValue(mailboxes, email.slice(email.lastIndexOf('@') + 1).toLowerCase())

/** Page after registering: what happens next. The same text for a known and a new address. */
export function RegisterDone({ sent, waiting }: { sent: NonNullable<RegisterDraft['sent']>; waiting: ReactNode }) {
  const api = useApi()
  const mailbox = mailboxOf(sent.email)
  const heading = useRef<HTMLHeadingElement>(null)
  const [again, setAgain] = useState<number>()
  const wait = useCountdown(again)
  const resend = useSubmit(async () => {
    await api.post('/api/AccountMember/SendValidation', { email: sent.email })
    setAgain(Date.now() + pause)
  })
  useEffect(() => {
    heading.current?.focus()
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <Frame sport={sent.isCommunity ? 'volleyball' : 'badminton'}>
      <h1 ref={heading} tabIndex={-1}>
        {m.register_done_title()}
      </h1>
      <p className={style.doneLead}>{m.register_done_lead({ email: sent.email })}</p>
      {waiting}
      {sent.isCommunity && <Callout>{m.register_done_community()}</Callout>}
      {sent.hasProof && <Callout>{m.register_done_proof()}</Callout>}
      {mailbox && (
        <a
          href={mailbox}
          target="_blank"
          rel="noopener noreferrer"
          className={`${button.button} ${button.primary} ${button.wide} ${style.mailbox}`}
        >
          <Icon name="mail" size={20} />
          {m.register_done_open_mail()}
        </a>
      )}
      <form className={style.resend} {...resend.form}>
        <p>{m.register_done_look()}</p>
        <FormProblem refused={resend.refused} />
        <Button type="submit" look="secondary" wide busy={resend.busy} disabled={wait > 0}>
          {wait > 0 ? `${m.register_done_resend()} ${clockText(wait)}` : m.register_done_resend()}
        </Button>
        <p role="status" className={style.resent}>
          {again === undefined ? '' : m.register_done_resent()}
        </p>
      </form>
      <p className="note">
        {m.register_done_wrong()}{' '}
        <Button look="text" onClick={() => startOver(undefined)}>
          {m.register_done_over()}
        </Button>
      </p>
      <p className="note">
        {m.register_done_confirmed()}{' '}
        <ButtonLink to="/login" search={true} look="text">
          {m.register_to_login()}
        </ButtonLink>
      </p>
    </Frame>
  )
}

const Frame = ({ sport, children }: { sport: Sport; children: ReactNode }) => (
  <div className={style.doneFrame}>
    <div className={style.doneCourt}>
      <CourtDrawing sport={sport} />
    </div>
    <div className={style.done}>{children}</div>
  </div>
)
