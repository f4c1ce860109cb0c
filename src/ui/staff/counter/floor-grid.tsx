import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatDay, formatTime } from '#i18n/dates.ts'
import { amountText } from '#i18n/money.ts'
import { momentAt } from '#lib/zone.ts'
import type { CounterScheduleAnswer } from '#modules/desk/counter-wire.ts'
import { useRovingGrid } from '#ui/kit/roving-grid.ts'
import type { KeyboardEvent } from 'react'
import { isChosen, firstShown, shownState, type Slot } from './chosen.ts'
import style from './floor-grid.module.css'

type GridProps = {
  schedule: CounterScheduleAnswer
  chosen: readonly Slot[]
  onToggle(slot: Slot): void
  onPage(step: 1 | -1): void
  onPay(): void
}
type Cell = CounterScheduleAnswer['courts'][number]['cells'][number]

type ShownState = Cell['state'] | 'chosen' | 'lost'
const stateNames: Record<ShownState, () => string> = {
  chosen: m.counter_state_chosen,
  lost: m.counter_state_lost,
  free: m.counter_state_free,
  held: m.counter_state_held,
  booked: m.counter_state_booked,
  closed: m.counter_state_closed,
  past: m.counter_state_past,
}

/** Courts by hours. One cell is the tab stop; arrow keys move, space and Enter choose, and Enter on what is chosen goes on to the payment. */
export function FloorGrid({ schedule, chosen, onToggle, onPage, onPay }: GridProps) {
  const { courts, name, day } = schedule
  const begin = firstShown(courts)
  const times = courts[0]?.cells ?? []
  const slotAt = (row: number, col: number): Slot | undefined => {
    const court = courts[row]
    const cell = court?.cells[col]
    return court && cell && { venue2ndId: court.id, start: cell.start, end: cell.end, where: `${name} ${court.name}` }
  }
  const firstFree = Math.max(
    0,
    times.findIndex((_, col) => courts.some(({ cells }) => cells[col]?.state === 'free')),
  )
  const { active, grid } = useRovingGrid({
    rows: [0, Math.max(0, courts.length - 1)],
    cols: [begin, Math.max(begin, times.length - 1)],
    first: { row: 0, col: firstFree },
    onChoose: ({ row, col }) => {
      const slot = slotAt(row, col)
      if (slot && (courts[row]?.cells[col]?.state === 'free' || isChosen(chosen, slot))) onToggle(slot)
    },
    onPage,
  })
  if (times.length === 0) return <p className="soft">{m.counter_closed_day()}</p>
  const said = m.counter_grid({ name, day: formatDay(momentAt(day, 0), getLocale()) })
  return (
    <>
      <div className={style.scroll} onKeyDownCapture={(event) => goOn(event, onPay)}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
        <div role="grid" aria-label={said} aria-describedby="counter-grid-hint" className={style.grid} {...grid}>
          <Times times={times.slice(begin)} />
          {courts.map((court, row) => (
            <div key={court.id} role="row" className={style.row}>
              <span role="rowheader" className={style.court}>
                {court.name}
              </span>
              {court.cells.map((cell, col) => {
                if (col < begin) return null
                const isActive = active.row === row && active.col === col
                return (
                  <CellButton
                    key={cell.start}
                    {...{ court: court.name, cell, row, col, isActive }}
                    isMine={isChosen(chosen, slotAt(row, col)!)}
                  />
                )
              })}
            </div>
          ))}
        </div>
      </div>
      <Legend />
      <p id="counter-grid-hint" className="soft">
        {m.counter_grid_hint()}
      </p>
    </>
  )
}

function goOn(event: KeyboardEvent<HTMLElement>, onPay: () => void): void {
  if (event.key !== 'Enter' || !(event.target as HTMLElement).matches('[data-state=chosen]')) return
  event.preventDefault()
  event.stopPropagation()
  onPay()
}

function Times({ times }: { times: Cell[] }) {
  return (
    <div role="row" className={style.row}>
      <span role="columnheader" className={style.court}>
        <span className="sr-only">{m.counter_floor()}</span>
      </span>
      {times.map(({ start }) => (
        <Time key={start} time={formatTime(new Date(start))} />
      ))}
    </div>
  )
}

/** 19:00; in a narrow column of full hours, 19. */
function Time({ time }: { time: string }) {
  const [hour, minutes] = time.split(':')
  return (
    <span role="columnheader" className={style.time} data-full={minutes === '00' || undefined}>
      {hour}
      <span>:{minutes}</span>
    </span>
  )
}

/** Signs of what is not free, for columns that have no room for words; the line below the grid says what they mean. */
const marks: Partial<Record<ShownState, string>> = { lost: '✕', booked: '●', held: '◔', closed: '╱' }

function Legend() {
  return (
    <p className={style.legend} aria-hidden>
      {Object.entries(marks).map(([state, mark]) => (
        <span key={state}>
          {mark} {stateNames[state as ShownState]()}
        </span>
      ))}
    </p>
  )
}

type CellProps = { court: string; cell: Cell; row: number; col: number; isMine: boolean; isActive: boolean }

function CellButton({ court, cell, row, col, isMine, isActive }: CellProps) {
  const shownAs = shownState(cell.state, isMine)
  const state = stateNames[shownAs]()
  const shown = cell.state === 'free' ? amountText(cell.price) : state
  return (
    <button
      type="button"
      role="gridcell"
      className={style.cell}
      data-row={row}
      data-col={col}
      data-state={shownAs}
      tabIndex={isActive ? 0 : -1}
      aria-selected={isMine}
      aria-disabled={(cell.state !== 'free' && !isMine) || undefined}
      aria-label={m.counter_cell({ court, time: formatTime(new Date(cell.start)), state: shown === state ? state : `${state} ${shown}` })}
    >
      {marks[shownAs] ? (
        <>
          <span className={style.mark} aria-hidden>
            {marks[shownAs]}
          </span>
          <span className={style.word}>{shown}</span>
        </>
      ) : (
        <span className={style.price}>{shown}</span>
      )}
    </button>
  )
}
