import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { CheckField } from '#ui/kit/field.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useState } from 'react'
import style from './second-factor.module.css'

/** The recovery codes, shown once: to copy or save, and to confirm that they are kept. */
export function RecoveryCodeList({ codes, onKept }: { codes: string[]; onKept(): void | Promise<void> }) {
  const [kept, setKept] = useState(false)
  const text = codes.join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast('success', m.factor_codes_copied()),
      () => toast('warning', m.content_copy_failed()),
    )
  return (
    <div className={style.setup}>
      <p>{m.factor_codes_lead()}</p>
      <ul className={style.codes} aria-label={m.factor_codes_title()}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="stack gap-5">
        <Button look="secondary" wide onClick={() => void copy()}>
          {m.factor_codes_copy()}
        </Button>
        <Button look="secondary" wide onClick={() => save(text)}>
          {m.factor_codes_save()}
        </Button>
      </div>
      <CheckField label={m.factor_codes_kept()} checked={kept} onChange={(event) => setKept(event.target.checked)} />
      <Button wide disabled={!kept} onClick={() => void onKept()}>
        {m.factor_go_on()}
      </Button>
    </div>
  )
}

function save(text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`${location.host}\n\n${text}\n`], { type: 'text/plain' }))
  link.download = `recovery-codes-${location.hostname}.txt`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
