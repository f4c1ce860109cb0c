import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { timeFrom } from '#lib/zone.ts'
import { useRovingGrid } from '#ui/kit/roving-grid.ts'
import { isChosen, type CartPiece } from '#ui/orders/cart-periods.ts'
import { useState } from 'react'
import cellStyle from './cell.module.css'
import { HeldCell } from './cell-text.tsx'
import style from './grid-list.module.css'
import { anyCourt, isAwaitable, isPressable, pickCourt, type AnyCourt, type Column, type GridCourt } from './grid-model.ts'
import type { GridProps } from './grid-table.tsx'
import { sayColumn, sayPrice, stateWord } from './grid-words.ts'
import { useTaken } from './use-taken.ts'
import { RadioChips } from '#ui/kit/radio-chips.tsx'

/** The grid on a phone: one column of hours, for one court or any court. */
export function GridList({
  schedule: { venue1stId, courts },
  day,
  start,
  court: asked,
  columns,
  pieces,
  label,
  onChoose,
  onPage,
}: GridProps) {
  const [choice, setChoice] = useState<CourtChoice>(
    courts.length === 1 ? courts[0]!.id : (courts.find(({ id }) => String(id) === asked)?.id ?? 'any'),
  )
  const shown = choice === 'any' ? courts : courts.filter(({ id }) => id === choice)
  const chosenAt = (court: GridCourt, index: number) => {
    const period = court.periods[index]
    return period !== undefined && isChosen(pieces, { courtId: court.id, ...period })
  }
  const lines = columns.map((column) => ({
    column,
    any: anyCourt(shown, column),
    chosen: shown.filter((court) => chosenAt(court, column.index)),
  }))
  const states = lines.map(({ column: { index }, any }) => [`${index} 0`, any.state] as const)
  useTaken(`${venue1stId} ${choice} ${courts[0]!.periods[0]!.start}`, new Map(states), 'div')
  const { active, grid } = useRovingGrid({
    rows: [columns[0]!.index, columns.at(-1)!.index],
    cols: [0, 0],
    first: { row: (lines.find(({ any }) => any.state === 'free') ?? lines[0]!).column.index, col: 0 },
    onChoose({ row }) {
      const { column, any, chosen } = lines.find((line) => line.column.index === row)!
      // A court that is taken stands for all of them when none is free.
      const picked =
        chosen.length > 0 ? chosen : [pickCourt(shown, column, chosenAt) ?? shown.find(({ periods }) => periods[row]!.state === any.state)]
      for (const court of picked) if (court) onChoose(court, court.periods[row]!)
    },
    onPage,
  })
  return (
    <div className={style.phone}>
      {courts.length > 1 && <CourtChips courts={courts} choice={choice} pieces={pieces} onChoose={setChoice} />}
      <div {...grid} className="stack gap-2" role="grid" aria-multiselectable aria-label={label}>
        {lines.map(({ column, any, chosen }) => (
          <div key={column.index} role="row">
            <HourCell {...{ choice, shown, courts, day, start, column, any, chosen, pieces }} focusable={active.row === column.index} />
          </div>
        ))}
      </div>
    </div>
  )
}

type CellProps = Pick<GridProps, 'day' | 'start' | 'pieces'> & {
  choice: CourtChoice
  /** Courts that the line stands for. */
  shown: GridCourt[]
  courts: GridCourt[]
  column: Column
  any: AnyCourt
  chosen: GridCourt[]
  focusable: boolean
}

/** One hour of the list. */
function HourCell({ choice, shown, courts, day, start, column, any, chosen, pieces, focusable }: CellProps) {
  return (
    <div
      role="gridcell"
      className={`${cellStyle.cell} ${style.line}`}
      data-row={column.index}
      data-col={0}
      data-asked={timeFrom(column.start) === start || undefined}
      data-state={chosen.length > 0 ? 'chosen' : any.state}
      tabIndex={focusable ? 0 : -1}
      aria-selected={any.state === 'free' ? chosen.length > 0 : undefined}
      aria-disabled={isPressable(any.state) ? undefined : true}
    >
      {/* The visible text is short; screen readers get the hour and the price in spoken form. */}
      <span className="sr-only">
        {sayLine(choice === 'any' ? m.grid_any_court() : shown[0]!.name, sayColumn(day, column), any, chosen, choice === 'any')}
      </span>
      <span className={style.time} aria-hidden>
        <b>{timeFrom(column.start)}</b> {timeFrom(column.end)}
      </span>
      <span className={style.what} aria-hidden>
        {choice === 'any' && <Fullness courts={courts} column={column} pieces={pieces} />}
        <span>{lineWords(any, chosen, choice === 'any')}</span>
      </span>
      {any.state === 'free' && (
        <span className={style.price} aria-hidden>
          {any.varies && chosen.length === 0
            ? m.grid_from({ price: formatMoney(any.price) })
            : formatMoney(chosen[0]?.periods[column.index]!.price ?? any.price)}
        </span>
      )}
      {any.state === 'mine' && any.heldUntil && <HeldCell until={any.heldUntil} />}
      <span className={style.mark} />
    </div>
  )
}

function lineWords({ state, free }: AnyCourt, chosen: GridCourt[], isAny: boolean): string {
  if (chosen.length > 0) return isAny ? chosen.map(({ name }) => name).join(m.join_list()) : m.grid_chosen()
  if (state === 'free')
    return isAny
      ? free.length === 1
        ? m.grid_free_one({ court: free[0]!.name })
        : m.grid_free_courts({ count: free.length })
      : m.grid_free()
  const word = isAny && state === 'booked' ? m.grid_full() : stateWord[state]()
  return isAwaitable(state) ? `${word} · ${m.wish_cell()}` : word
}

function sayLine(court: string, when: string, any: AnyCourt, chosen: GridCourt[], isAny: boolean): string {
  const words =
    chosen.length > 0
      ? [m.grid_chosen(), ...(isAny ? [chosen.map(({ name }) => name).join(m.join_list())] : [])]
      : [lineWords(any, chosen, isAny)]
  return [court, when, ...words, ...(any.state === 'free' ? [sayPrice(any.price)] : [])].join(', ')
}

/** One small field for each court: how full the hour is. */
function Fullness({ courts, column: { index }, pieces }: { courts: GridCourt[]; column: Column; pieces: readonly CartPiece[] }) {
  return (
    <span className={style.fullness} aria-hidden>
      {courts.map((court) => (
        <i
          key={court.id}
          data-state={isChosen(pieces, { courtId: court.id, ...court.periods[index]! }) ? 'chosen' : court.periods[index]!.state}
        />
      ))}
    </span>
  )
}

type CourtChoice = number | 'any'
type Props = { courts: GridCourt[]; choice: CourtChoice; pieces: readonly CartPiece[]; onChoose(choice: CourtChoice): void }

/** Choice of a court, or any court, on a phone. A dot marks courts with a slot in the cart. */
function CourtChips({ courts, choice, pieces, onChoose }: Props) {
  return (
    <RadioChips<CourtChoice>
      legend={m.grid_choose_court()}
      value={choice}
      options={[
        { value: 'any', label: m.grid_any_court() },
        ...courts.map(({ id, name }) => ({ value: id, label: name, marked: pieces.some(({ courtId }) => courtId === id) })),
      ]}
      onChange={onChoose}
      scrolls
    />
  )
}
