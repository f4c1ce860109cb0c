import type { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { htmlLang } from '#i18n/locale.ts'
import { languageWord } from '#ui/kit/data-languages.ts'
import type { ReviewAnswer } from '#modules/accounts/review-wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { TextArea, TextField } from '#ui/kit/field.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useKeys } from '#ui/staff/kit/use-keys.ts'
import { useId, useState } from 'react'
import { readyReasons } from './proofs-words.ts'
import style from './proofs.module.css'
import type { Decision } from './use-review.ts'

type Props = {
  entry: ReviewAnswer
  isBusy: boolean
  onDecide(decision: Decision): Promise<ApiProblem | undefined>
}

/** Approves by A, refuses by R with a reason that 1 to 5 choose; the sentences say before who will be told what. */
export function ReviewForm({ entry, isBusy, onDecide }: Props) {
  const { proof, person, kind } = entry
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState(proof?.until ?? '')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const area = useId()
  const reasons = readyReasons(kind, person.locale)
  const focusReason = () => document.getElementById(area)?.focus()

  async function send(decision: 'approve' | 'refuse') {
    const why = reason.trim()
    if (decision === 'refuse' && why === '') {
      setErrors({ reason: m.proofs_reason_missing() })
      focusReason()
      return
    }
    setErrors({})
    const validUntil = kind === 'proof' && decision === 'approve' ? { validUntil: until || null } : {}
    const problem = await onDecide({ decision, reason: decision === 'approve' ? '' : why, ...validUntil })
    if (problem) setErrors(Object.fromEntries(problem.errors.map(({ path, message }) => [path, message])))
  }
  const choose = (text: string) => {
    setReason(text)
    setErrors({})
  }
  useKeys({
    a: () => void send('approve'),
    r: () => void send('refuse'),
    e: focusReason,
    ...Object.fromEntries(reasons.map(({ text }, n) => [String(n + 1), () => choose(text)])),
  })
  const shared = { entry, isBusy, onSend: (decision: 'approve' | 'refuse') => void send(decision) }
  return (
    <form className="stack" onSubmit={(event) => event.preventDefault()}>
      <Approval {...shared} until={until} error={errors['validUntil']} onUntil={setUntil} />
      <Refusal {...shared} area={area} reason={reason} error={errors['reason']} onReason={choose} />
    </form>
  )
}

type PartProps = { entry: ReviewAnswer; isBusy: boolean; error: string | undefined; onSend(decision: 'approve' | 'refuse'): void }

function Approval({ entry, isBusy, error, onSend, until, onUntil }: PartProps & { until: string; onUntil(until: string): void }) {
  const { proof, person, club } = entry
  const language = languageWord(person.locale)
  return (
    <section className={style.part} aria-label={m.proofs_approve()}>
      {proof && (
        <TextField
          type="date"
          label={m.proofs_until()}
          hint={proof.months === null ? m.proofs_until_open() : m.proofs_until_rule({ count: proof.months })}
          value={until}
          min={proof.from}
          max={proof.latest}
          required={proof.months !== null}
          error={error}
          onChange={({ target }) => onUntil(target.value)}
        />
      )}
      <StaffButton look="primary" icon="check" busy={isBusy} onClick={() => onSend('approve')} data-sends aria-keyshortcuts="a">
        {m.proofs_approve_key()}
      </StaffButton>
      <p className="note">
        {proof
          ? m.proofs_approve_effect({ name: person.name, what: proof.identity, language })
          : m.proofs_approve_club_effect({ name: club?.name ?? '', language })}
      </p>
    </section>
  )
}

type RefusalProps = PartProps & { area: string; reason: string; onReason(reason: string): void }

function Refusal({ entry: { person, kind }, isBusy, error, onSend, area, reason, onReason }: RefusalProps) {
  return (
    <section className={style.part} aria-label={m.proofs_refuse()}>
      <ul className={style.reasons} aria-label={m.proofs_reasons()}>
        {readyReasons(kind, person.locale).map(({ label, text }, n) => (
          <li key={label}>
            <Button look="secondary" aria-pressed={reason === text} aria-keyshortcuts={String(n + 1)} onClick={() => onReason(text)}>
              <kbd>{n + 1}</kbd> {label}
            </Button>
          </li>
        ))}
      </ul>
      <TextArea
        id={area}
        label={m.proofs_reason()}
        hint={m.proofs_reason_hint({ language: languageWord(person.locale) })}
        rows={3}
        maxLength={500}
        lang={htmlLang(person.locale)}
        required={false}
        value={reason}
        error={error}
        onChange={({ target }) => onReason(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend('refuse')
        }}
      />
      <StaffButton look="danger" icon="remove" busy={isBusy} onClick={() => onSend('refuse')} data-sends aria-keyshortcuts="r">
        {m.proofs_refuse_key()}
      </StaffButton>
    </section>
  )
}
