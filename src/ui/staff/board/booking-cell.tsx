import { m } from '#i18n/generated/messages.js'
import { formatTime } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import type { BoardHolder } from '#modules/desk/wire.ts'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import style from './board-grid.module.css'
import { maskedName, type BoardCell } from './board-model.ts'

type Taken = Extract<BoardCell, { kind: 'taken' }>

/** What stands in a taken cell: who, in which state, and what is special. */
export function BookingCell({ cell, label, times }: { cell: Taken; label: string; times: string }) {
  const [holder, ...others] = cell.holders
  const { booking } = holder!
  const special = booking ? specialOf(booking) : []
  const state = stateOf(holder!)
  return (
    <div className={style.booking} data-state={state.key}>
      <span className={style.hidden}>{`${label} ${times} `}</span>
      <span className={`${style.name} ${style.onScreen}`}>{cell.holders.map(({ title }) => title).join('、')}</span>
      <span className={`${style.name} ${style.onPaper}`} aria-hidden>
        {cell.holders.map(({ kind, title }) => (kind === 'booking' ? maskedName(title) : title)).join('、')}
      </span>
      {others.length === 0 && (
        <span className={style.state}>
          {state.icon && <StaffIcon name={state.icon} size={14} />}
          <span>{state.text}</span>
        </span>
      )}
      {special.length > 0 && (
        <span className={style.special} title={special.join('\n')}>
          <StaffIcon name="alert" size={12} />
          <span>{special.join('・')}</span>
        </span>
      )}
    </div>
  )
}

type State = { key: string; text: string; icon?: 'check' | 'clock' | 'alert' | 'remove' }

export function stateOf({ kind, booking }: BoardHolder): State {
  if (kind === 'closure') return { key: 'closure', text: m.board_closed() }
  // Held for a booking that moves here once its difference is paid, or once its member takes what a closure offers.
  if (!booking && kind === 'booking') return { key: 'unpaid', text: m.board_held(), icon: 'clock' }
  if (!booking) return { key: 'club', text: m.board_club() }
  if (booking.missed) return { key: 'missed', text: m.board_missed(), icon: 'remove' }
  if (booking.checkedIn) return { key: 'in', text: m.board_checked_in(), icon: 'check' }
  if (!booking.paid && booking.payAtDesk) return { key: 'arrival', icon: 'clock', text: m.board_pays_on_arrival() }
  if (!booking.paid)
    return {
      key: 'unpaid',
      icon: 'clock',
      text: booking.holdUntil ? m.board_unpaid_until({ time: formatTime(new Date(booking.holdUntil)) }) : m.board_unpaid(),
    }
  return { key: booking.season ? 'season' : 'paid', text: booking.season ? m.board_season() : m.board_paid() }
}

/** What is special about a booking, in the order in which it matters at the desk. */
export const specialOf = ({ toPay, remark, contactName, moves, light }: NonNullable<BoardHolder['booking']>): string[] =>
  [
    toPay > 0 && m.board_to_pay({ amount: formatMoney(toPay) }),
    remark,
    contactName && m.board_contact({ name: contactName }),
    moves > 0 && m.board_was_moved(),
    light && m.board_light(),
  ].filter((one) => typeof one === 'string' && one !== '') as string[]
