import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { SignaturePad } from '#ui/kit/signature-pad.tsx'
import { useAgreement } from './register-draft.ts'
import style from './register.module.css'

/** The declaration of consent and the signature pad. The image of the form is drawn when the form is sent. */
export function SignConsent({ error }: { error: string | undefined }) {
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
