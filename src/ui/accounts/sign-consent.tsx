import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { SignaturePad, type Stroke } from '#ui/kit/signature-pad.tsx'
import { useState } from 'react'
import { consentImage } from './consent-image.ts'
import style from './register.module.css'

type Props = { open: boolean; name: string; account: string; onClose(): void; onSigned(file: File): void }

/** Signs on the screen: for everybody who has a finger and no printer. */
export function SignConsent({ open, name, account, onClose, onSigned }: Props) {
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  async function finish(): Promise<void> {
    onSigned(await consentImage({ name, account, strokes }, new Date()))
    setStrokes([])
    onClose()
  }
  return (
    <Sheet title={m.sign_title()} open={open} onClose={onClose}>
      <p className={style.text}>{m.register_consent_read()}</p>
      <SignaturePad label={m.sign_pad()} strokes={strokes} onChange={setStrokes} />
      <div className={style.signActions}>
        <Button look="secondary" disabled={strokes.length === 0} onClick={() => setStrokes([])}>
          {m.sign_clear()}
        </Button>
        <Button disabled={strokes.length === 0} onClick={() => void finish()}>
          {m.sign_finish()}
        </Button>
      </div>
    </Sheet>
  )
}
