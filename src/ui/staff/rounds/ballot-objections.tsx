import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { StaffBallotAnswer } from '#modules/ballots/staff-wire.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { CheckInput, FieldErrorsProvider, NumberField, TextAreaInput } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { useState } from 'react'
import { useBallotCall } from './use-ballot-call.ts'

type Props = { ballot: StaffBallotAnswer; mayChange: boolean }

/** Objections that were noted, and until the draw a form to note another one. */
export function Objections({ ballot, mayChange }: Props) {
  const { objections, stage } = ballot
  return (
    <Panel title={m.rounds_ballot_objections()} lead={m.rounds_ballot_objections_lead()}>
      {objections.length === 0 && <p className="soft">{m.rounds_ballot_objections_none()}</p>}
      <ul className="stack">
        {objections.map(({ id, entryNumber, club, note, isAccepted, notedAt, notedBy }) => (
          <li key={id}>
            <p>
              {entryNumber !== null && (
                <b>
                  {entryNumber} {club}{' '}
                </b>
              )}
              {note}
            </p>
            <p className="soft">
              {m.rounds_ballot_objection_line({ who: notedBy, time: formatMoment(new Date(notedAt), getLocale()) })}
              {isAccepted && ` · ${m.rounds_ballot_passed()}`}
            </p>
          </li>
        ))}
      </ul>
      {mayChange && stage === 'frozen' && <NewObjection roundId={ballot.roundId} />}
    </Panel>
  )
}

const blank = { entryNumber: null as number | null, note: '', isAccepted: false }

function NewObjection({ roundId }: { roundId: number }) {
  const [typed, setTyped] = useState(blank)
  const { call, busy, refused } = useBallotCall()
  const errors = new Map((refused?.errors ?? []).map(({ path, message }) => [path, message]))
  async function save(): Promise<void> {
    const how = { done: m.rounds_ballot_objection_saved(), onAnswer: () => setTyped(blank) }
    await call('/api/Staff/Ballot/Objection', { roundId, ...typed }, how)
  }
  return (
    <FieldErrorsProvider value={errors}>
      <NumberField
        path="entryNumber"
        label={m.rounds_ballot_objection_entry()}
        min={1}
        max={5000}
        value={typed.entryNumber}
        onChange={(entryNumber) => setTyped({ ...typed, entryNumber })}
      />
      <TextAreaInput
        path="note"
        label={m.rounds_ballot_objection_note()}
        maxLength={1000}
        value={typed.note}
        onChange={(note) => setTyped({ ...typed, note })}
      />
      <CheckInput
        label={m.rounds_ballot_objection_accept()}
        checked={typed.isAccepted}
        onChange={(isAccepted) => setTyped({ ...typed, isAccepted })}
      />
      <FormProblem refused={refused} />
      <StaffButton busy={busy} onClick={() => void save()} data-sends>
        {m.rounds_ballot_objection_save()}
      </StaffButton>
    </FieldErrorsProvider>
  )
}
