import { m } from '#i18n/generated/messages.js'
import { formatDate } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { momentAt, timeFrom } from '#lib/zone.ts'
import { dayTopic } from '#modules/staff/rules.ts'
import type { StaffTopic } from '#navigation/staff-screens.ts'
import type { BoardAnswer, ParkedBooking } from '#modules/desk/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { boardKey, bookingKey } from '#ui/staff/kit/use-order-call.ts'
import { useStaffLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { BoardGrid } from './board-grid.tsx'
import { columnsOf, endOf, isWeek, rowsOf, spanOf, type BoardCell } from './board-model.ts'
import { BoardOverview } from './board-overview.tsx'
import { BoardPicker } from './board-picker.tsx'
import { boardQuery, type BoardSearch } from './board-queries.ts'
import { BookingPanel } from './booking-panel.tsx'
import { FloorLegend } from './floor-states.tsx'
import { RearrangeBar } from './rearrange-bar.tsx'
import { Tray } from './tray.tsx'
import { UndoBar } from '#ui/staff/kit/undo-bar.tsx'
import { useBoardKeys } from './use-board-keys.ts'
import { useRearrange } from './use-rearrange.ts'
import { WaitingSheet } from './waiting-sheet.tsx'
import style from './booking-panel.module.css'

/** The day of a facility, live: press on free floor to sell it, on a booking to open it; rearrange to move bookings. */
export function BoardScreen({ search }: { search: BoardSearch }) {
  return search.view === 'all' ? <BoardOverview search={search} /> : <BoardOfFacility search={search} />
}

function BoardOfFacility({ search }: { search: BoardSearch }) {
  const read = useQuery(boardQuery(useApi(), search))
  const { data: board } = read
  if (!board)
    return (
      <StaffPage title={m.staff_screen_board()}>
        <ReadFailure read={read} />
      </StaffPage>
    )
  return <LoadedBoard board={board} search={search} />
}

function LoadedBoard({ board, search }: { board: BoardAnswer; search: BoardSearch }) {
  const navigate = useNavigate()
  const liveness = useStaffLive(topicsOf(board), [boardKey, bookingKey])
  const [reason, setReason] = useState<string>(m.board_reason_room)
  const [isRearranging, rows, columns] = [search.rearrange === '1', rowsOf(board), columnsOf(board)]
  const rearrange = useRearrange(reason.trim() || m.board_reason_room(), board)
  const go = (more: BoardSearch) =>
    void navigate({
      to: '/staff/board',
      search: { ...search, ...more } as BoardSearch,
      replace: 'booking' in more || 'waiting' in more,
      resetScroll: false,
    })
  const open = (cell: BoardCell, row: number) => {
    if (cell.kind === 'taken' && cell.holders[0]!.booking) go({ booking: cell.holders[0]!.id })
    else if (cell.kind === 'free' && endOf(cell, rows[row]!, columns) > Date.parse(board.serverTime))
      void navigate(toLocation(counterAddress(board, rows[row]!, columns[cell.col]!)))
  }
  const keys = useBoardKeys({ board, rows, columns, isRearranging, rearrange }, open)
  const pick = (item: ParkedBooking) => {
    if (!isRearranging) go({ rearrange: '1' })
    const place = { row: keys.active.row, col: keys.active.col, span: spanOf(item.minutes, columns) }
    rearrange.setDraft({ id: item.id, title: item.name, moves: item.moves, from: null, place, dropped: false })
  }
  const { draft } = rearrange
  return (
    <StaffPage
      title={titleOf(board)}
      actions={
        <Actions
          board={board}
          isRearranging={isRearranging}
          onWaiting={() => go({ waiting: '1' })}
          onRearrange={() => (rearrange.setDraft(undefined), go({ rearrange: isRearranging ? undefined : '1' } as BoardSearch))}
        />
      }
    >
      <BoardPicker board={board} search={search} />
      {liveness === 'lost' && <Callout tone="due" title={m.board_lost_connection()} />}
      {isRearranging && <RearrangeBar {...{ board, rows, columns, rearrange, reason }} onReason={setReason} />}
      <BesidePanel {...{ board, rearrange }} opened={search.booking} onClose={() => go({ booking: undefined } as unknown as BoardSearch)}>
        <BoardGrid
          title={titleOf(board)}
          {...{ board, rows, columns, isRearranging, ...keys }}
          opened={search.booking}
          target={isRearranging && draft ? { place: draft.place, id: draft.id } : undefined}
        />
      </BesidePanel>
      <Tray
        parked={board.parked}
        now={new Date(board.serverTime)}
        isRearranging={isRearranging}
        picked={draft?.from === null ? draft.id : undefined}
        onPick={pick}
      />
      <UndoBar undo={rearrange.undo} busy={rearrange.isBusy} onUndo={() => void rearrange.takeBack()} />
      {search.waiting && <WaitingSheet day={board.day} onClose={() => go({ waiting: undefined } as unknown as BoardSearch)} />}
    </StaffPage>
  )
}

type BesideProps = {
  board: BoardAnswer
  rearrange: ReturnType<typeof useRearrange>
  opened: string | undefined
  onClose(): void
  children: ReactNode
}

/** The board with its legend, and the booking that is open. Closing it leads back to where it was opened from. */
function BesidePanel({ board, rearrange, opened, onClose, children }: BesideProps) {
  const close = () => {
    onClose()
    document.querySelector<HTMLElement>(`[data-holder="${CSS.escape(opened!)}"]`)?.focus({ preventScroll: true })
  }
  return (
    <div className={style.beside} data-open={opened !== undefined || undefined}>
      <div className={style.board}>
        {children}
        <FloorLegend />
      </div>
      {opened && <BookingPanel key={opened} id={opened} {...{ board, rearrange }} onClose={close} />}
    </div>
  )
}

/** What can change the board: its days, and what staff do, since a parked booking is shown on every board. */
const topicsOf = ({ facility, days }: BoardAnswer): StaffTopic[] => [
  'desk',
  dayTopic(facility.venue1stId, 'any'),
  ...days.map(({ day }) => dayTopic(facility.venue1stId, day)),
]

function titleOf(board: BoardAnswer): string {
  const day = formatDate(momentAt(board.days[0]!.day, 0), getLocale())
  return isWeek(board)
    ? m.board_title_week({ court: `${board.facility.name} ${board.courts[0]!.name}`, day })
    : m.board_title({ facility: board.facility.name, day })
}

type ActionsProps = { board: BoardAnswer; isRearranging: boolean; onWaiting(): void; onRearrange(): void }

function Actions({ board: { day, facility }, isRearranging, onWaiting, onRearrange }: ActionsProps) {
  return (
    <>
      <StaffButtonLink to="/staff/board" search={{ view: 'all', day }} icon="facility">
        {m.board_overview()}
      </StaffButtonLink>
      <StaffButtonLink {...toLocation(`/staff/closures?now=1&facility=${facility.venue1stId}`)} icon="closures">
        {m.board_close_court()}
      </StaffButtonLink>
      <StaffButton icon="clock" onClick={onWaiting}>
        {m.board_waiting()}
      </StaffButton>
      <StaffButton icon="print" onClick={() => print()}>
        {m.board_print()}
      </StaffButton>
      <StaffButton look={isRearranging ? 'primary' : 'secondary'} aria-pressed={isRearranging} onClick={onRearrange}>
        {isRearranging ? m.board_rearrange_done() : m.board_rearrange()}
      </StaffButton>
    </>
  )
}

/** The counter with this floor filled in. */
function counterAddress(
  { facility, courts }: BoardAnswer,
  row: { courtId: number; day: string },
  { start, end }: { start: number; end: number },
): string {
  const court = courts.find(({ venue2ndId }) => venue2ndId === row.courtId)!
  return `/staff/counter?${new URLSearchParams({ facility: facility.code, court: court.code, day: row.day, from: timeFrom(start), to: timeFrom(end) })}`
}
