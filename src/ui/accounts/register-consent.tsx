import { m } from '#i18n/generated/messages.js'
import { FileField } from '#ui/files/file-field.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ConsentSheet } from './consent-sheet.tsx'
import { privacyPoints } from './privacy-points.ts'
import { setDraft, useRegisterDraft } from './register-draft.ts'
import type { SectionProps } from './register-fields.tsx'
import style from './register.module.css'

/** The six points, the paper to sign, the signed file, and the tick. */
export function RegisterConsent({ errorAt, onBusy }: SectionProps & { onBusy(busy: boolean): void }) {
  const draft = useRegisterDraft()
  const [printing, setPrinting] = useState(false)
  const unread = errorAt('read')
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
            <p>{text()}</p>
          </li>
        ))}
      </ol>
      <label className={style.read} data-wrong={unread ? true : undefined}>
        <input
          id="register-read"
          type="checkbox"
          name="read"
          checked={draft.read}
          aria-required
          aria-invalid={unread ? true : undefined}
          aria-describedby={unread ? 'register-read-error' : undefined}
          onChange={(event) => setDraft({ read: event.target.checked })}
        />
        <span>{m.register_consent_read()}</span>
      </label>
      {unread && (
        <p id="register-read-error" className={style.error} role="alert">
          {unread}
        </p>
      )}
      <div className={style.paper}>
        <p className={style.text}>{m.register_consent_how()}</p>
        <Button look="secondary" onClick={print}>
          <span className={style.withIcon}>
            <Icon name="print" size={20} />
            {m.register_consent_print()}
          </span>
        </Button>
        <p className={style.small}>{m.register_consent_no_printer()}</p>
      </div>
      <FileField
        id="register-privacyFileId"
        name="privacyFileId"
        to="/api/File"
        label={m.register_consent_file()}
        error={errorAt('privacyFileId')}
        value={draft.consent}
        onChange={(file) => setDraft({ consent: file })}
        onBusy={onBusy}
      />
      {printing && <ConsentSheet name={(draft.kind === 'community' && draft.communityName) || draft.name} account={draft.account} />}
    </>
  )
}
