import { m } from '#i18n/generated/messages.js'
import type { RehearsalAnswer } from '#modules/ballots/staff-wire.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { FormGrid, TextInput } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { useState } from 'react'
import style from './ballot-tab.module.css'
import { useBallotCall } from './use-ballot-call.ts'

/** Draws with a test value, as often as staff like; nothing is written. */
export function Rehearsal({ roundId }: { roundId: number }) {
  const [word, setWord] = useState('1')
  const [shown, show] = useState<RehearsalAnswer>()
  const { call, busy, refused } = useBallotCall()
  return (
    <Panel title={m.rounds_ballot_rehearse()} lead={m.rounds_ballot_rehearse_lead()}>
      <FormGrid>
        <TextInput path="word" label={m.rounds_ballot_rehearse_word()} maxLength={60} value={word} onChange={setWord} />
      </FormGrid>
      <FormProblem refused={refused} />
      <StaffButton
        busy={busy}
        data-sends
        onClick={() => void call<RehearsalAnswer>('/api/Staff/Ballot/Rehearse', { roundId, word }).then((answer) => answer && show(answer))}
      >
        {m.rounds_ballot_rehearse_go()}
      </StaffButton>
      <div role="status">
        {shown && (
          <>
            <p>
              {m.rounds_ballot_rehearsed({
                entries: shown.entries,
                periods: shown.periods,
                first: shown.firstWish,
                without: shown.without,
              })}
            </p>
            <ol className={style.wishes}>
              {shown.order.map(({ number, club, taken }) => (
                <li key={number}>
                  {number} {club}: {taken.length > 0 ? taken.join('; ') : m.rounds_ballot_rehearsed_none()}
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </Panel>
  )
}
