import { m } from '#i18n/generated/messages.js'
import { ownValue } from '#lib/own-value.ts'
import type { IdentityListAnswer } from '#modules/accounts/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { ErrorSummary } from '#ui/kit/error-summary.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import type { Refused } from '#ui/kit/use-submit.ts'
import { useCanText } from '#ui/session/viewer.ts'
import { useState, type ReactNode } from 'react'
import { MobileCode, UnprovenMobile } from './mobile-code.tsx'
import { RegisterAccount } from './register-account.tsx'
import { RegisterConsent } from './register-consent.tsx'
import { setDraft, useRegisterDraft, useRegisterSecrets } from './register-draft.ts'
import { useKeepTypedText } from './register-fields.tsx'
import { RegisterIdentity } from './register-identity.tsx'
import style from './register.module.css'
import { summaryId, useRegister } from './use-register.ts'

export function RegisterForm({ identities }: { identities: IdentityListAnswer }) {
  const { form, busy, refused, errorAt, refusals, noteUpload, submitIfComplete } = useRegister(identities)
  useKeepTypedText(form.ref)
  return (
    <form className={style.form} {...form}>
      <Summary key={refusals} refused={refused} />
      <Section id="who" number={1} title={m.register_who_heading()}>
        <RegisterIdentity identities={identities} errorAt={errorAt} onBusy={noteUpload('proof')} />
      </Section>
      <Section id="account" number={2} title={m.register_account_heading()}>
        <RegisterAccount errorAt={errorAt} />
      </Section>
      <Section id="consent" number={3} title={m.register_consent_heading()}>
        <RegisterConsent errorAt={errorAt} onBusy={noteUpload('consent')} />
      </Section>
      <Section id="mobile" number={4} title={m.register_mobile_heading()}>
        <RegisterMobile errorAt={errorAt} onComplete={submitIfComplete} />
      </Section>
      <div className={style.end}>
        <FormProblem refused={refused} />
        <Button type="submit" wide busy={busy}>
          {m.register_submit()}
        </Button>
      </div>
    </form>
  )
}

function RegisterMobile({ errorAt, onComplete }: { errorAt(path: string): string | undefined; onComplete(): void }) {
  const { mobile, codeSent } = useRegisterDraft()
  const smsCode = useRegisterSecrets((secrets) => secrets.smsCode)
  const field = { idPrefix: 'register', mobile, onMobile: (value: string) => setDraft({ mobile: value }), errorAt }
  if (!useCanText()) return <UnprovenMobile {...field} />
  return (
    <MobileCode
      {...field}
      to="/api/AccountMember/SendSms"
      code={smsCode}
      onCode={(value) => useRegisterSecrets.setState({ smsCode: value })}
      sent={codeSent}
      onSent={(sent) => setDraft({ codeSent: sent })}
      onComplete={onComplete}
      codeHint={m.register_code_sends()}
    />
  )
}

function Section({ id, number, title, children }: { id: string; number: number; title: string; children: ReactNode }) {
  return (
    <section id={id} className={style.section} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>
        <span className={style.number} aria-hidden>
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}

const labels: Record<string, () => string> = {
  communityName: m.register_community_name,
  registrationNo: m.register_registration_no,
  representative: m.register_representative,
  memberIdentityId: m.register_identity,
  proofFileId: m.register_proof,
  name: m.register_name,
  email: m.register_email,
  account: m.register_account,
  secret: m.register_secret,
  privacyFileId: m.register_consent_heading,
  mobile: m.mobile_code_mobile,
  smsCode: m.mobile_code_code,
}
const order = Object.keys(labels)

function Summary({ refused }: { refused: Refused | undefined }) {
  const [errors] = useState(() => (refused?.errors ?? []).toSorted((a, b) => order.indexOf(a.path) - order.indexOf(b.path)))
  if (errors.length < 2) return null
  return (
    <ErrorSummary
      id={summaryId}
      errors={errors}
      labelOf={(path) => ownValue(labels, path)?.() ?? path}
      idOf={(path) => `register-${path}`}
      isFixed={(path) => !refused?.errors.some((error) => error.path === path)}
    />
  )
}
