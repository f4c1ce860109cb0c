import { m } from '#i18n/generated/messages.js'
import { FileField } from '#ui/files/file-field.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Icon, type IconName } from '#ui/kit/icon.tsx'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { ConsentSheet } from './consent-sheet.tsx'
import { privacyPoints } from './privacy-points.ts'
import { setDraft, useRegisterDraft } from './register-draft.ts'
import type { SectionProps } from './register-fields.tsx'
import style from './register.module.css'

// Drawing is for those who sign here; the page does not wait for it.
const SignConsent = lazy(async () => ({ default: (await import('./sign-consent.tsx')).SignConsent }))

/** The six points, the paper to sign, the signed file, and the tick. */
export function RegisterConsent({ errorAt, onBusy }: SectionProps & { onBusy(busy: boolean): void }) {
  const draft = useRegisterDraft()
  const [printing, setPrinting] = useState(false)
  const [signing, setSigning] = useState<boolean>()
  const [signed, setSigned] = useState<File>()
  const signer = { name: (draft.kind === 'community' && draft.communityName) || draft.name, account: draft.account }
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
        <div className={style.ways}>
          <WayButton icon="pen" label={m.register_consent_sign()} onClick={() => setSigning(true)} />
          <WayButton icon="print" label={m.register_consent_print()} onClick={print} />
        </div>
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
        offered={signed}
      />
      {printing && <ConsentSheet {...signer} />}
      {signing !== undefined && (
        <Suspense>
          <SignConsent {...signer} open={signing} onClose={() => setSigning(false)} onSigned={setSigned} />
        </Suspense>
      )}
    </>
  )
}

function WayButton({ icon, label, onClick }: { icon: IconName; label: string; onClick(): void }) {
  return (
    <Button look="secondary" onClick={onClick}>
      <span className={style.withIcon}>
        <Icon name={icon} size={20} />
        {label}
      </span>
    </Button>
  )
}
