import { m } from '#i18n/generated/messages.js'
import { formatTime } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import type { BoardAnswer } from '#modules/desk/wire.ts'
import type { CheckMoveAnswer } from '#modules/orders/moving-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { checkQuery } from './board-queries.ts'
import { rowsOf, spotAt, timesOf, type BoardColumn, type BoardRow } from './board-model.ts'
import { ReasonField } from './reason-field.tsx'
import style from './rearrange-bar.module.css'
import type { Draft, Rearrange } from './use-rearrange.ts'

type Props = {
  board: BoardAnswer
  rows: BoardRow[]
  columns: BoardColumn[]
  rearrange: Rearrange
  reason: string
  onReason(reason: string): void
}

/** Above the grid while rearranging: why, what is being moved, the difference of price, what is in the way, and what to do about it. */
export function RearrangeBar({ board, rows, columns, rearrange, reason, onReason }: Props) {
  const { draft } = rearrange
  return (
    <div className={style.bar}>
      <ReasonField value={reason} onChange={onReason} />
      <div className={style.now} aria-live="polite">
        {draft ? <DraftLine {...{ board, rows, columns, rearrange, draft }} /> : <p className="note">{m.board_rearrange_hint()}</p>}
      </div>
    </div>
  )
}

function DraftLine({ board, rows, columns, rearrange, draft }: Omit<Props, 'reason' | 'onReason'> & { draft: Draft }) {
  const spot = spotAt(draft.place, rows, columns)
  const { data: checked } = useQuery(checkQuery(useApi(), draft.id, spot))
  const court = board.courts.find(({ venue2ndId }) => venue2ndId === spot.venue2ndId)?.name ?? ''
  return (
    <>
      <p className={style.target}>
        <b>{draft.title}</b> → {court} {timesOf(draft.place, columns)}
      </p>
      {checked && <Verdict checked={checked} />}
      {draft.dropped && checked ? <Decide {...{ board, rearrange, draft, checked, spot }} /> : <p className="note">{m.board_keys()}</p>}
    </>
  )
}

/** The difference of price and what is in the way, in words. */
export function Verdict({ checked: { difference, paid, problem, inTheWay } }: { checked: CheckMoveAnswer }) {
  return (
    <p className={style.verdict} data-tone={problem || inTheWay.length > 0 ? 'bad' : difference === 0 ? 'good' : 'due'}>
      {problem?.title ??
        (inTheWay.length > 0
          ? m.board_in_the_way({
              names: inTheWay.map((one) => `${one.name ?? m.board_closed()} ${formatTime(new Date(one.start))}`).join('、'),
            })
          : differenceText(difference, paid))}
    </p>
  )
}

export function differenceText(difference: number, paid: boolean): string {
  if (difference === 0) return m.board_same_price()
  const amount = formatMoney(Math.abs(difference))
  if (!paid) return difference > 0 ? m.board_dearer_unpaid({ amount }) : m.board_cheaper_unpaid({ amount })
  return difference > 0 ? m.board_dearer({ amount }) : m.board_cheaper({ amount })
}

type Deciding = { board: BoardAnswer; rearrange: Rearrange; draft: Draft; checked: CheckMoveAnswer; spot: ReturnType<typeof spotAt> }

function Decide({ board, rearrange, draft, checked, spot }: Deciding) {
  const { difference, total, problem, inTheWay } = checked
  const isFree = !problem && inTheWay.length === 0
  const other = inTheWay.length === 1 ? board.holders.find(({ id }) => id === inTheWay[0]!.id) : undefined
  const { isBusy: busy } = rearrange
  return (
    // Escape lets go here as it does on the grid.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="cluster" data-board-keys onKeyDown={({ key }) => key === 'Escape' && rearrange.giveUp()}>
      {isFree && (
        <StaffButton
          look="primary"
          busy={busy}
          ref={(button) => button?.focus()}
          onClick={() => void rearrange.move(draft, spot, { total })}
        >
          {m.board_confirm_move()}
        </StaffButton>
      )}
      {isFree && difference > 0 && (
        <StaffButton busy={busy} onClick={() => void rearrange.move(draft, spot, { total, waive: true })}>
          {m.board_waive()}
        </StaffButton>
      )}
      {!problem && other?.booking && draft.from && (
        <StaffButton busy={busy} onClick={() => void rearrange.swap(draft, { id: other.id, moves: other.booking!.moves })}>
          {m.board_swap({ name: other.title })}
        </StaffButton>
      )}
      {!problem && other?.booking && (
        <StaffButton
          busy={busy}
          onClick={() => void rearrange.park({ id: other.id, title: other.title, moves: other.booking!.moves, from: spotOf(other, board) })}
        >
          {m.board_park_other({ name: other.title })}
        </StaffButton>
      )}
      <StaffButton look="quiet" onClick={rearrange.giveUp}>
        {m.board_give_up()}
      </StaffButton>
    </div>
  )
}

const spotOf = ({ venue2ndIds, start, end }: BoardAnswer['holders'][number], board: BoardAnswer) =>
  rowsOf(board).length > 0 ? { venue2ndId: venue2ndIds[0]!, start, end } : null
