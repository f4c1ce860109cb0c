import { m } from '#i18n/generated/messages.js'
import { FileField } from '#ui/files/file-field.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { CheckField, TextField } from '#ui/kit/field.tsx'
import { useCentreName, useConsentWay } from '#ui/session/viewer.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ConsentSheet } from './consent-sheet.tsx'
import { privacyPoints } from './privacy-points.ts'
import { setDraft, signerOf, useRegisterDraft, useAgreement } from './register-draft.ts'
import type { SectionProps } from './register-fields.tsx'
import style from './register.module.css'
import { SignaturePad } from '#ui/kit/signature-pad.tsx'

/** Section of the registration: the privacy notice in six points, and the agreement to it on the screen, or an uploaded paper. */
export function RegisterConsent({ errorAt, onBusy }: SectionProps & { onBusy(busy: boolean): void }) {
  const draft = useRegisterDraft()
  const centre = useCentreName()
  const [onPaper, setOnPaper] = useState(false)
  const [printing, setPrinting] = useState(false)
  function print(): void {
    flushSync(() => setPrinting(true))
    window.print()
  }
  return (
    <>
      <p className={style.text}>{m.register_consent_lead()}</p>
      <ol className={style.points}>
        {privacyPoints.map(({ title, text }) => (
          <li key={title()}>
            <h3>{title()}</h3>
            <p>{text({ centre })}</p>
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
        <div className="stack">
          <p className={style.text}>{m.register_consent_how()}</p>
          <Button look="secondary" onClick={print}>
            <span className="inline gap-2">
              <Icon name="print" size={20} />
              {m.register_consent_print()}
            </span>
          </Button>
          <FileField
            to="/api/File"
            label={m.register_consent_file()}
            value={draft.consent}
            onChange={(file) => setDraft({ consent: file })}
            onBusy={onBusy}
          />
        </div>
      </Disclosure>
      {printing && <ConsentSheet {...signerOf(draft)} />}
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

/** The declaration of consent and the signature pad. The image of the form is drawn when the form is sent. */
function SignConsent({ error }: { error: string | undefined }) {
  const strokes = useAgreement((agreement) => agreement.strokes)
  return (
    <div className={style.sign} data-wrong={error ? true : undefined}>
      <p className={style.agree}>{m.register_consent_read()}</p>
      <div id="register-privacyFileId" className={style.pad} tabIndex={-1} role="group" aria-label={m.consent_sheet_signature()}>
        <SignaturePad label={m.sign_pad()} strokes={strokes} onChange={(next) => useAgreement.setState({ strokes: next })} />
        {strokes.length === 0 ? (
          <span className={style.signHere} aria-hidden>
            {m.sign_here()}
          </span>
        ) : (
          <Button look="quiet" className={style.clear} onClick={() => useAgreement.setState({ strokes: [] })}>
            {m.sign_clear()}
          </Button>
        )}
      </div>
      {error && (
        <p className={style.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
