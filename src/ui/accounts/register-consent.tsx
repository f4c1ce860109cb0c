import { m } from '#i18n/generated/messages.js'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { CheckField, TextField } from '#ui/kit/field.tsx'
import { useCentreName, useConsentWay } from '#ui/session/viewer.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import { PaperConsent } from './paper-consent.tsx'
import { privacyPoints } from './privacy-points.ts'
import { useRegisterDraft, useAgreement } from './register-draft.ts'
import type { SectionProps } from './register-fields.tsx'
import style from './register.module.css'

/** Only where the centre asks for a signature. */
const SignConsent = lazyWithRetry(async () => (await import('./sign-consent.tsx')).SignConsent)

/** Section of the registration: the privacy notice in six points, each of which opens, and the agreement to it on the screen, or an uploaded paper. */
export function RegisterConsent({ errorAt, onBusy }: SectionProps & { onBusy(busy: boolean): void }) {
  const draft = useRegisterDraft()
  const centre = useCentreName()
  const [onPaper, setOnPaper] = useState(false)
  return (
    <>
      <p className={style.text}>{m.register_consent_lead()}</p>
      <ol className={style.points}>
        {privacyPoints.map(({ title, text }, index) => (
          <li key={title()}>
            <details open={index === 0}>
              <summary>
                <h3>{title()}</h3>
              </summary>
              <p>{text({ centre })}</p>
            </details>
          </li>
        ))}
      </ol>
      <p className={style.text}>
        {m.register_consent_whole()}{' '}
        <Link to="/privacy" target="_blank">
          {m.privacy_title()}
        </Link>{' '}
        ·{' '}
        <Link to="/terms" target="_blank">
          {m.terms_title()}
        </Link>
      </p>
      {!draft.consent && <Agree error={errorAt('privacyFileId')} />}
      <Disclosure
        label={m.register_consent_paper()}
        value={draft.consent?.name}
        offer={m.register_consent_paper_offer()}
        open={onPaper || draft.consent !== undefined}
        onOpen={setOnPaper}
      >
        <PaperConsent onBusy={onBusy} />
      </Disclosure>
    </>
  )
}

/** What is agreed to, and how: the centre decides whether a tick, a typed name or a signature is asked for. */
function Agree({ error }: { error: string | undefined }) {
  const way = useConsentWay()
  if (way === 'drawn') return <SignConsent error={error} />
  return way === 'tick' ? <TickConsent error={error} /> : <TypeConsent error={error} />
}

function TickConsent({ error }: { error: string | undefined }) {
  const isTicked = useAgreement((agreement) => agreement.isTicked)
  return (
    <div className={style.sign} data-wrong={error ? true : undefined}>
      <CheckField
        id="register-privacyFileId"
        name="privacyFileId"
        label={m.register_consent_read()}
        checked={isTicked}
        error={error}
        onChange={({ target }) => useAgreement.setState({ isTicked: target.checked })}
      />
    </div>
  )
}

function TypeConsent({ error }: { error: string | undefined }) {
  const typedName = useAgreement((agreement) => agreement.typedName)
  return (
    <div className={style.sign} data-wrong={error ? true : undefined}>
      <p className={style.agree}>{m.register_consent_read()}</p>
      <TextField
        id="register-privacyFileId"
        name="privacyFileId"
        optional
        label={m.register_consent_type()}
        hint={m.register_consent_type_hint()}
        maxLength={60}
        autoComplete="off"
        value={typedName}
        error={error}
        onChange={({ target }) => useAgreement.setState({ typedName: target.value })}
      />
    </div>
  )
}
