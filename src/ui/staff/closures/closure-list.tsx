import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { ClosureListAnswer, ListedClosure } from '#modules/closures/closure-wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { CellNote, DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { SelectInput } from '#ui/staff/kit/fields.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { closuresKey } from './closures-queries.ts'
import type { ClosuresSearch } from './closures-search.ts'
import { causeWord, listedSpan, listedState, whereWords } from './closures-words.ts'
import style from './closures.module.css'

type Props = { search: ClosuresSearch; data: ClosureListAnswer; mayClose: boolean }

/** Closures, and blocks that were made by themselves on the board, for a day off or for a fault. */
export function ClosureList({ search, data, mayClose }: Props) {
  const navigate = useNavigate()
  const [lifting, setLifting] = useState<ListedClosure>()
  const { view, facility } = search
  const isPast = view === 'past'
  return (
    <>
      <div className={style.filter}>
        <SelectInput
          path="facility"
          label={m.closures_filter()}
          value={String(facility ?? '')}
          onChange={(value) =>
            void navigate({ to: '/staff/closures', search: { view, facility: value === '' ? undefined : Number(value) } })
          }
        >
          <option value="">{m.closures_all()}</option>
          {data.facilities.map(({ venue1stId, name }) => (
            <option key={venue1stId} value={venue1stId}>
              {name}
            </option>
          ))}
        </SelectInput>
      </div>
      {!isPast && mayClose && (
        <p className={style.hint}>
          {m.closures_holidays_hint()} <Link to="/staff/catalogue/holidays">{m.staff_screen_holidays()}</Link>
        </p>
      )}
      <DataTable
        caption={m.staff_screen_closures()}
        columns={columnsFor(new Date(data.serverTime), isPast || !mayClose ? undefined : setLifting)}
        rows={data.items}
        rowKey={({ id }) => id}
        empty={isPast ? m.closures_none_past() : m.closures_none_now()}
        isFaded={({ state }) => state === 'lifted'}
      />
      <Pages search={search} next={data.next} />
      {lifting && <LiftBlockSheet block={lifting} isAhead={lifting.start > data.serverTime} onClose={() => setLifting(undefined)} />}
    </>
  )
}

function columnsFor(now: Date, onLift: ((block: ListedClosure) => void) | undefined): Column<ListedClosure>[] {
  return [
    {
      key: 'where',
      head: m.closure_column_where(),
      isRowHead: true,
      cell: (row) => (
        <>
          {row.isClosure ? (
            <Link to="/staff/closures" search={{ closure: row.id }}>
              {whereWords(row.facilities, [])}
            </Link>
          ) : (
            whereWords(row.facilities, [])
          )}
          {row.facilities.length === 1 && <CellNote>{row.courts.length > 0 ? row.courts.join('、') : m.closure_whole()}</CellNote>}
        </>
      ),
    },
    {
      key: 'when',
      head: m.closure_column_until(),
      isLong: true,
      cell: (row) => (
        <>
          {listedSpan(row)}
          {row.opensAt !== null && <CellNote>{m.closure_opens({ moment: formatMoment(new Date(row.opensAt), getLocale()) })}</CellNote>}
        </>
      ),
    },
    {
      key: 'why',
      head: m.closure_column_why(),
      isWide: true,
      isLong: true,
      cell: (row) => (
        <>
          {row.reason}
          <CellNote>
            {row.cause === null ? m.closure_by_itself() : causeWord[row.cause]()}
            {row.bookings > 0 && ` · ${m.closure_bookings({ count: row.bookings })}`}
          </CellNote>
        </>
      ),
    },
    {
      key: 'state',
      head: m.closure_column_state(),
      cell: (row) => <StateCell row={row} now={now} onLift={onLift} />,
    },
  ]
}

function StateCell({ row, now, onLift }: { row: ListedClosure; now: Date; onLift: ((block: ListedClosure) => void) | undefined }) {
  const { word, tone } = listedState(row, now)
  return (
    <span className="row">
      <Chip tone={tone}>{word}</Chip>
      {onLift && !row.isClosure && (
        <StaffButton look="quiet" onClick={() => onLift(row)}>
          {new Date(row.start) > now ? m.closure_withdraw() : m.closure_lift_do()}
        </StaffButton>
      )}
    </span>
  )
}

function LiftBlockSheet({ block, isAhead, onClose }: { block: ListedClosure; isAhead: boolean; onClose(): void }) {
  const call = useStaffCall([closuresKey])
  return (
    <AskSheet
      title={isAhead ? m.closure_withdraw_title() : m.closure_lift_title()}
      effects={[whereWords(block.facilities, block.courts), m.closure_lift_block_ask(), m.closure_lift_block_cancelled()]}
      confirmLabel={isAhead ? m.closure_withdraw() : m.closure_lift_do()}
      onClose={onClose}
      onSend={() => call('/api/Staff/Block/Lift', { id: block.id }, isAhead ? m.closure_withdrawn_done() : m.closure_lifted_done())}
    />
  )
}

function Pages({ search: { view, facility, after }, next }: { search: ClosuresSearch; next: string | null }) {
  if (after === undefined && next === null) return null
  return (
    <nav className="cluster middle" aria-label={m.pagination_label()}>
      {after && (
        <StaffButtonLink to="/staff/closures" search={{ view, facility }} icon="left">
          {m.closures_newest()}
        </StaffButtonLink>
      )}
      {next && (
        <StaffButtonLink to="/staff/closures" search={{ view, facility, after: next }}>
          {view === 'past' ? m.closures_older() : m.closures_later()}
        </StaffButtonLink>
      )}
    </nav>
  )
}
