import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { BulkReviewAnswer, SeasonAnswer, SeasonRequest } from '#modules/preorders/season-wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { TextArea } from '#ui/kit/field.tsx'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { CheckInput } from '#ui/staff/kit/fields.tsx'
import { useState } from 'react'
import style from './rounds.module.css'
import { useDecide, type DecisionKind } from './use-decide.ts'

type Lines = BulkReviewAnswer['lines']
type Props = {
  season: SeasonAnswer
  requests: readonly SeasonRequest[]
  decision: DecisionKind
  onDone(lines: Lines): void
  onClose(): void
}

const titles = { approved: m.rounds_approve_title, 'needs-documents': m.rounds_ask_title, rejected: m.rounds_reject_title }
const labels = { approved: m.rounds_approve, 'needs-documents': m.rounds_ask, rejected: m.rounds_reject }

/** Notes to choose from, in both languages: the clubs of one decision may read different ones. */
const ready = () => ({
  'needs-documents': [
    [m.rounds_why_roster(), m.rounds_ready_roster()],
    [m.rounds_why_unreadable(), m.rounds_ready_unreadable()],
  ],
  rejected: [
    [m.rounds_why_purpose(), m.rounds_ready_purpose()],
    [m.rounds_why_late(), m.rounds_ready_late()],
  ],
})

/** Asks before pre-orders are decided: what becomes of their dates, what is to be paid, and who is told. */
export function DecideSheet({ season, requests, decision, onDone, onClose }: Props) {
  const decide = useDecide()
  const [note, setNote] = useState('')
  // One pre-order starts with what it lacks; of several, each is asked for its own.
  const [kinds, setKinds] = useState<string[] | undefined>(requests.length === 1 ? requests[0]!.missing : undefined)
  const asksNothing = requests.every(({ missing }) => (kinds ?? missing).length === 0)
  const check = () => {
    if (decision === 'rejected' && note.trim() === '') return [{ path: 'note', message: m.rounds_note_missing() }]
    if (
      decision === 'needs-documents' &&
      note.trim() === '' &&
      (asksNothing || requests.some(({ missing }) => (kinds ?? missing).length === 0))
    )
      return [{ path: 'note', message: m.rounds_kinds_missing() }]
    return []
  }
  return (
    <AskSheet
      title={titles[decision]({ count: requests.length })}
      effects={effectsOf(decision, requests, season)}
      confirmLabel={labels[decision]()}
      isDangerous={decision === 'rejected'}
      check={check}
      onSend={async () => onDone(await decide(requests, { decision, note: note.trim(), kinds }))}
      onClose={onClose}
    >
      {(errorAt) =>
        decision !== 'approved' && (
          <>
            {decision === 'needs-documents' && <Kinds season={season} many={requests.length > 1} kinds={kinds} onChange={setKinds} />}
            <ul className={style.reasons} aria-label={m.proofs_reasons()}>
              {ready()[decision].map(([label, text]) => (
                <li key={label}>
                  <Button look="secondary" aria-pressed={note === text} onClick={() => setNote(text!)}>
                    {label}
                  </Button>
                </li>
              ))}
            </ul>
            <TextArea
              name="note"
              label={m.rounds_note()}
              hint={m.rounds_note_hint()}
              rows={3}
              maxLength={500}
              required={false}
              value={note}
              error={errorAt('note')}
              onChange={({ target }) => setNote(target.value)}
            />
          </>
        )
      }
    </AskSheet>
  )
}

function effectsOf(decision: DecisionKind, requests: readonly SeasonRequest[], { round }: SeasonAnswer): string[] {
  const mail = m.rounds_effect_mail({ count: new Set(requests.map(({ memberId }) => memberId)).size })
  if (decision === 'needs-documents') return [m.rounds_ask_effect(), mail]
  if (decision === 'rejected') return [m.rounds_reject_effect({ dates: requests.reduce((sum, { held }) => sum + held, 0) }), mail]
  const amount = formatMoney(requests.reduce((sum, one) => sum + one.amount, 0))
  const lacking = requests.filter(({ missing }) => missing.length > 0).length
  return [
    m.rounds_approve_effect_orders({ amount, days: round.payDays }),
    ...(lacking > 0 ? [m.rounds_approve_effect_missing({ count: lacking })] : []),
    mail,
  ]
}

type KindsProps = { season: SeasonAnswer; many: boolean; kinds: string[] | undefined; onChange(kinds: string[] | undefined): void }

function Kinds({ season: { documentNames, round }, many, kinds, onChange }: KindsProps) {
  const known = [...new Set([...round.documentKinds, ...(kinds ?? [])])]
  return (
    <fieldset className="stack gap-1">
      <legend>{m.rounds_kinds()}</legend>
      {many && <CheckInput label={m.rounds_own_kinds()} checked={kinds === undefined} onChange={(own) => onChange(own ? undefined : [])} />}
      {kinds !== undefined &&
        known.map((kind) => (
          <CheckInput
            key={kind}
            label={documentNames[kind] ?? kind}
            checked={kinds.includes(kind)}
            onChange={(checked) => onChange(checked ? [...kinds, kind] : kinds.filter((one) => one !== kind))}
          />
        ))}
    </fieldset>
  )
}
