import { m } from '#i18n/generated/messages.js'
import { floorStates, type FloorState } from '#modules/desk/board-rules.ts'
import { StaffIcon, type StaffIconName } from '#ui/staff/kit/staff-icon.tsx'
import style from './floor-states.module.css'

export const stateWords: Record<FloorState, () => string> = {
  paid: m.board_paid,
  in: m.board_checked_in,
  unpaid: m.board_unpaid,
  arrival: m.board_pays_on_arrival,
  missed: m.board_missed,
  held: m.board_held_offer,
  club: m.board_club,
  closure: m.board_closed,
}

/** A sign for each state, so that none is told by its colour alone. */
export const stateIcons: Record<FloorState, StaffIconName> = {
  paid: 'orders',
  in: 'check',
  unpaid: 'clock',
  arrival: 'till',
  missed: 'remove',
  held: 'archive',
  club: 'rounds',
  closure: 'closures',
}

/** What the colours and signs of the board mean. */
export function FloorLegend() {
  return (
    <ul className={style.legend} aria-label={m.board_legend()}>
      {floorStates.map((state) => (
        <li key={state}>
          <span className={`${style.state} ${style.swatch}`} data-state={state} aria-hidden>
            <StaffIcon name={stateIcons[state]} size={12} />
          </span>
          {stateWords[state]()}
        </li>
      ))}
      <li>
        <span className={`${style.state} ${style.swatch}`} data-state="shared" aria-hidden />
        {m.board_shares_floor()}
      </li>
    </ul>
  )
}
