import { m } from '#i18n/generated/messages.js'
import { formatTime } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import { floorStateOf } from '#modules/desk/board-rules.ts'
import type { BoardHolder } from '#modules/desk/wire.ts'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import style from './booking-cell.module.css'
import { maskedName, type BoardCell } from './board-model.ts'
import { stateIcons, stateWords } from './floor-states.tsx'
import states from './floor-states.module.css'

type Taken = Extract<BoardCell, { kind: 'taken' }>

/** What stands in a taken cell: who, in which state, and what is special. */
export function BookingCell({ cell, label, times }: { cell: Taken; label: string; times: string }) {
  const [holder, ...others] = cell.holders
  const { booking } = holder!
  const special = booking ? specialOf(booking, holder!.title) : []
  const state = floorStateOf(holder!)
  return (
    <div className={`${states.state} ${style.booking}`} data-state={state}>
      <span className={style.hidden}>{`${label} ${times} `}</span>
      <span className={`${style.name} ${style.onScreen}`}>{cell.holders.map(({ title }) => title).join('、')}</span>
      <span className={`${style.name} ${style.onPaper}`} aria-hidden>
        {cell.holders.map(({ kind, title }) => (kind === 'booking' ? maskedName(title) : title)).join('、')}
      </span>
      {others.length === 0 && (
        <span className={style.state}>
          <StaffIcon name={stateIcons[state]} size={14} />
          <span>{stateText(holder!)}</span>
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

/** The state in words, with what is more to say of this one: until when it is held, or that it is a date of a season. */
function stateText(holder: BoardHolder): string {
  const state = floorStateOf(holder)
  const { booking } = holder
  if (state === 'unpaid' && booking?.holdUntil) return m.board_unpaid_until({ time: formatTime(new Date(booking.holdUntil)) })
  if (state === 'paid' && booking?.season) return m.board_season()
  return state === 'held' && holder.kind === 'booking' ? m.board_held() : stateWords[state]()
}

/** What is special about a booking, in the order in which it matters at the desk. A contact of the same name is nothing special. */
export const specialOf = ({ toPay, remark, contactName, wasMoved, light }: NonNullable<BoardHolder['booking']>, name: string): string[] =>
  [
    toPay > 0 && m.board_to_pay({ amount: formatMoney(toPay) }),
    remark,
    contactName && contactName !== name && m.board_contact({ name: contactName }),
    wasMoved && m.board_was_moved(),
    light && m.board_light(),
  ].filter((one) => typeof one === 'string' && one !== '') as string[]
