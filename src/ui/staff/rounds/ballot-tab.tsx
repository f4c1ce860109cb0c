import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { StaffBallotAnswer } from '#modules/ballots/staff-wire.ts'
import type { StaffRound } from '#modules/preorders/season-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Objections } from './ballot-objections.tsx'
import { Rehearsal } from './ballot-rehearsal.tsx'
import { staffBallotQuery } from './rounds-queries.ts'
import style from './ballot-tab.module.css'
import { useBallotCall } from './use-ballot-call.ts'

const sayMoment = (moment: string) => formatMoment(new Date(moment), getLocale())

/** The draw of a season: entries, publishing the list, objections, a rehearsal, the draw, and what became of it. */
export function BallotTab({ round, mayChange }: { round: StaffRound; mayChange: boolean }) {
  const read = useQuery(staffBallotQuery(useApi(), round.id))
  const { data: ballot } = read
  if (!ballot) return <ReadFailure read={read} />
  return (
    <>
      <Steps ballot={ballot} />
      {mayChange && ballot.stage === 'ended' && <Freeze ballot={ballot} />}
      {ballot.manifest && <Published ballot={ballot} />}
      {mayChange && ballot.stage === 'frozen' && <DrawNow ballot={ballot} />}
      {ballot.manifest && <Objections ballot={ballot} mayChange={mayChange} />}
      {mayChange && ballot.stage !== 'drawn' && <Rehearsal roundId={ballot.roundId} />}
      <Entries ballot={ballot} />
      {ballot.stage === 'drawn' && <Substitutes ballot={ballot} />}
    </>
  )
}

type Props = { ballot: StaffBallotAnswer }

function Steps({ ballot: { stage, end, manifest, drawnAt } }: Props) {
  const steps = [
    { label: m.rounds_ballot_step_wishes(), at: stage === 'drawn' ? null : end, isHere: stage === 'soon' || stage === 'open' },
    { label: m.rounds_ballot_step_frozen(), at: manifest?.frozenAt ?? null, isHere: stage === 'ended' || stage === 'frozen' },
    { label: m.rounds_ballot_step_drawn(), at: drawnAt ?? manifest?.dueAt ?? null, isHere: stage === 'drawn' },
  ]
  return (
    <ol className={style.steps} aria-label={m.rounds_ballot_steps()}>
      {steps.map(({ label, at, isHere }) => (
        <li key={label} aria-current={isHere ? 'step' : undefined}>
          <b>{label}</b>
          {at && <span>{sayMoment(at)}</span>}
        </li>
      ))}
    </ol>
  )
}

function Freeze({ ballot: { roundId } }: Props) {
  const { call, busy, refused } = useBallotCall()
  const freeze = () => call('/api/Staff/Ballot/Freeze', { roundId }, m.rounds_ballot_frozen())
  return (
    <Panel title={m.rounds_ballot_freeze()} lead={m.rounds_ballot_freeze_lead()}>
      <FormProblem refused={refused} />
      <StaffButton look="primary" busy={busy} onClick={() => void freeze()} data-sends>
        {m.rounds_ballot_freeze()}
      </StaffButton>
    </Panel>
  )
}

function DrawNow({ ballot: { roundId, manifest, now } }: Props) {
  const { call, busy, refused } = useBallotCall()
  const isDue = manifest !== null && Date.parse(now) >= Date.parse(manifest.dueAt)
  const draw = () =>
    isDue && call<{ clubs: number; periods: number }>('/api/Staff/Ballot/Draw', { roundId }, { done: m.rounds_ballot_draw_done })
  return (
    <Panel title={m.rounds_ballot_draw()} lead={m.rounds_ballot_draw_lead()}>
      <FormProblem refused={refused} />
      <StaffButton look="primary" busy={busy} {...(isDue ? {} : { 'aria-disabled': true })} onClick={() => void draw()} data-sends>
        {m.rounds_ballot_draw()}
      </StaffButton>
      {!isDue && manifest && (
        <p className="soft">
          {m.rounds_ballot_due()} {sayMoment(manifest.dueAt)}
        </p>
      )}
    </Panel>
  )
}

/** What everybody may read, and where. */
function Published({ ballot: { roundId, manifest, drawnAt } }: Props) {
  if (!manifest) return null
  return (
    <Panel title={m.rounds_ballot_published()}>
      <dl className={style.published}>
        <dt>{m.rounds_ballot_hash()}</dt>
        <dd>
          <code>{manifest.hash}</code>
        </dd>
        <dt>{m.rounds_ballot_source()}</dt>
        <dd>{manifest.source === 'drand' ? m.rounds_ballot_source_drand() : m.rounds_ballot_source_commit()}</dd>
        <dt>{m.rounds_ballot_due()}</dt>
        <dd>{sayMoment(manifest.dueAt)}</dd>
      </dl>
      <p className={style.links}>
        <Link to="/draws/$round" params={{ round: String(roundId) }}>
          {m.draw_open()}
        </Link>
        <a href={`/api/Ballot/Draw/${roundId}/Manifest.json`} download>
          {m.rounds_ballot_published_manifest()}
        </a>
        {drawnAt && (
          <a href={`/api/Ballot/Draw/${roundId}/Draw.json`} download>
            {m.rounds_ballot_published_draw()}
          </a>
        )}
      </p>
    </Panel>
  )
}

type EntryRow = StaffBallotAnswer['entries'][number]

const wishesOf = ({ wishes, isPassedOver }: EntryRow) => (
  <>
    <ol className={style.wishes}>
      {wishes.map((wish) => (
        <li key={wish}>{wish}</li>
      ))}
    </ol>
    {isPassedOver && <b>{m.rounds_ballot_passed()}</b>}
  </>
)

function Entries({ ballot: { entries, stage } }: Props) {
  const columns: Column<EntryRow>[] = [
    {
      key: 'number',
      head: m.rounds_ballot_number(),
      cell: ({ number }) => number ?? '',
      sortBy: ({ number }) => number ?? 0,
      align: 'end',
    },
    { key: 'club', head: m.rounds_ballot_club(), cell: ({ club }) => club, sortBy: ({ club }) => club, isRowHead: true },
    {
      key: 'tickets',
      head: m.rounds_ballot_tickets(),
      cell: ({ tickets }) => tickets ?? '',
      sortBy: ({ tickets }) => tickets ?? 0,
      align: 'end',
    },
    {
      key: 'wishes',
      head: m.rounds_ballot_wishes(),
      cell: (row) => wishesOf(row),
    },
    ...(stage === 'drawn'
      ? [
          {
            key: 'drawn',
            head: m.rounds_ballot_drawn(),
            cell: ({ drawn }: EntryRow) => drawn ?? 0,
            sortBy: ({ drawn }: EntryRow) => drawn ?? 0,
            align: 'end' as const,
          },
        ]
      : []),
  ]
  return (
    <Panel title={m.rounds_ballot_entries()}>
      <DataTable
        caption={m.rounds_ballot_entries()}
        columns={columns}
        rows={entries}
        rowKey={({ memberId }) => memberId}
        empty={<p>{m.rounds_ballot_entries_none()}</p>}
      />
    </Panel>
  )
}

type SubstituteRow = StaffBallotAnswer['substitutes'][number]

const stateWords: Record<Exclude<SubstituteRow['state'], 'offered'>, () => string> = {
  waiting: m.rounds_ballot_state_waiting,
  accepted: m.rounds_ballot_state_accepted,
  declined: m.rounds_ballot_state_declined,
  lapsed: m.rounds_ballot_state_lapsed,
  passed: m.rounds_ballot_state_passed,
}
const stateOf = ({ state, until }: SubstituteRow): string =>
  state === 'offered' ? m.rounds_ballot_state_offered({ time: until ? sayMoment(until) : '' }) : stateWords[state]()

function Substitutes({ ballot: { substitutes } }: Props) {
  const columns: Column<SubstituteRow>[] = [
    { key: 'turn', head: m.rounds_ballot_turn(), cell: ({ turn }) => turn, sortBy: ({ turn }) => turn, align: 'end' },
    { key: 'court', head: m.ballot_wish_court(), cell: ({ court }) => court, sortBy: ({ court }) => court },
    { key: 'club', head: m.rounds_ballot_club(), cell: ({ number, club }) => `${number} ${club}`, isRowHead: true },
    { key: 'state', head: m.rounds_ballot_state(), cell: stateOf },
  ]
  return (
    <Panel title={m.rounds_ballot_substitutes()}>
      <DataTable
        caption={m.rounds_ballot_substitutes()}
        columns={columns}
        rows={substitutes}
        rowKey={({ turn, place }) => `${turn} ${place}`}
        empty={<p>{m.rounds_ballot_substitutes_none()}</p>}
      />
    </Panel>
  )
}
