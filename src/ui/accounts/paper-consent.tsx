import { m } from '#i18n/generated/messages.js'
import { FileField } from '#ui/files/file-field.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ConsentSheet } from './consent-sheet.tsx'
import { setDraft, signerOf, useRegisterDraft } from './register-draft.ts'
import style from './register.module.css'

/** Consent on paper: printed, signed, and uploaded as a picture. */
export function PaperConsent({ onBusy }: { onBusy(busy: boolean): void }) {
  const draft = useRegisterDraft()
  const [printing, setPrinting] = useState(false)
  function print(): void {
    flushSync(() => setPrinting(true))
    window.print()
  }
  return (
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
      {printing && <ConsentSheet {...signerOf(draft)} />}
    </div>
  )
}
