import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { say } from '#i18n/words.ts'
import type { StaffRounds } from '#modules/preorders/staff-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { sayStretch } from '#ui/preorders/preorder-words.ts'
import { CellNote, DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { roundsQuery } from './rounds-queries.ts'

type Round = StaffRounds[number]

const phaseWords = {
  'not-yet': m.rounds_phase_not_yet,
  'view-only': m.rounds_phase_view_only,
  open: m.rounds_phase_open,
  ended: m.rounds_phase_ended,
}

/** All rounds, newest first, with what waits in each. */
export function RoundsList({ mayChange }: { mayChange: boolean }) {
  const read = useQuery(roundsQuery(useApi()))
  const { data } = read
  const last = data?.toSorted((a, b) => b.seasonFrom.localeCompare(a.seasonFrom))[0]
  return (
    <StaffPage
      title={m.staff_screen_rounds()}
      lead={m.rounds_lead()}
      actions={
        mayChange && (
          <>
            {last && (
              <StaffButtonLink to="/staff/rounds" search={{ round: 'new', copy: String(last.id) }} icon="copy">
                {m.rounds_copy_last()}
              </StaffButtonLink>
            )}
            <StaffButtonLink to="/staff/rounds" search={{ round: 'new' }} look="primary" icon="plus">
              {m.rounds_new()}
            </StaffButtonLink>
          </>
        )
      }
    >
      <DataTable
        caption={m.rounds_list()}
        columns={columns()}
        rows={data ?? []}
        rowKey={({ id }) => String(id)}
        empty={data ? m.rounds_none() : <ReadFailure read={read} />}
      />
    </StaffPage>
  )
}

const columns = (): Column<Round>[] => [
  {
    key: 'name',
    head: m.rounds_column_name(),
    isRowHead: true,
    cell: ({ id, nameTw, nameEn }) => (
      <Link to="/staff/rounds" search={{ round: String(id) }}>
        {say({ tw: nameTw, en: nameEn }, getLocale())}
      </Link>
    ),
  },
  { key: 'season', head: m.rounds_column_season(), isWide: true, cell: ({ seasonFrom, seasonTo }) => sayStretch(seasonFrom, seasonTo) },
  {
    key: 'window',
    head: m.rounds_column_window(),
    isWide: true,
    cell: ({ orderStart, end }) => (
      <>
        {formatMoment(new Date(orderStart), getLocale())}
        <CellNote>{formatMoment(new Date(end), getLocale())}</CellNote>
      </>
    ),
  },
  {
    key: 'phase',
    head: m.rounds_column_phase(),
    cell: ({ phase }) => <Chip tone={phase === 'open' ? 'good' : 'plain'}>{phaseWords[phase]()}</Chip>,
  },
  { key: 'requests', head: m.rounds_column_requests(), align: 'end', cell: ({ preOrders }) => preOrders },
  {
    key: 'waiting',
    head: m.rounds_column_waiting(),
    align: 'end',
    cell: ({ submitted }) => (submitted > 0 ? <Chip>{submitted}</Chip> : 0),
  },
]
