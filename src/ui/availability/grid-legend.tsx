import { m } from '#i18n/generated/messages.js'
import type { ScheduleAnswer } from '#modules/availability/wire.ts'
import cell from './cell.module.css'
import style from './legend.module.css'
import { isAwaitable, statesIn, type Column } from './grid-model.ts'
import { stateWord } from './grid-words.ts'

/** Legend of the states that occur in the grid. */
export function GridLegend({ schedule, columns }: { schedule: ScheduleAnswer; columns: Column[] }) {
  return (
    <ul className={style.legend} aria-label={m.grid_legend()}>
      {statesIn(schedule, columns).map((state) => (
        <li key={state}>
          <span className={cell.cell} data-state={state} aria-hidden />
          {state === 'free' ? m.grid_free_legend() : stateWord[state]()}
          {isAwaitable(state) && ` · ${m.wish_cell()}`}
        </li>
      ))}
    </ul>
  )
}
