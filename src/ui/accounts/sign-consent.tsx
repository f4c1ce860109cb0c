import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { SignaturePad } from '#ui/kit/signature-pad.tsx'
import { useSignature } from './register-draft.ts'
import style from './register.module.css'

/** The declaration of consent and the signature pad. The image of the signed form is drawn when the form is sent. */
export function SignConsent({ error }: { error: string | undefined }) {
  const strokes = useSignature((signature) => signature.strokes)
  return (
    <div className={style.sign} data-wrong={error ? true : undefined}>
      <p className={style.agree}>{m.register_consent_read()}</p>
      <div id="register-privacyFileId" className={style.pad} tabIndex={-1} role="group" aria-label={m.consent_sheet_signature()}>
        <SignaturePad label={m.sign_pad()} strokes={strokes} onChange={(next) => useSignature.setState({ strokes: next })} />
        {strokes.length === 0 ? (
          <span className={style.signHere} aria-hidden>
            {m.sign_here()}
          </span>
        ) : (
          <Button look="quiet" className={style.clear} onClick={() => useSignature.setState({ strokes: [] })}>
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
