import { m } from '#i18n/generated/messages.js'
import { FileField } from '#ui/files/file-field.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useCentreName } from '#ui/session/viewer.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ConsentSheet } from './consent-sheet.tsx'
import { privacyPoints } from './privacy-points.ts'
import { setDraft, signerOf, useRegisterDraft } from './register-draft.ts'
import type { SectionProps } from './register-fields.tsx'
import style from './register.module.css'
import { SignConsent } from './sign-consent.tsx'

/** Section of the registration: the privacy notice in six points, and a signature on the screen or an uploaded paper. */
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
      {!draft.consent && <SignConsent error={errorAt('privacyFileId')} />}
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
