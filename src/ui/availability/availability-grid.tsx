import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatDay } from '#i18n/dates.ts'
import { addDays, momentAt, type Day } from '#lib/zone.ts'
import type { ScheduleAnswer } from '#modules/availability/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { togglePiece, useCart } from '#ui/orders/cart.ts'
import { sayRefused } from '#ui/orders/say-refused.ts'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import style from './availability-grid.module.css'
import cell from './cell.module.css'
import { DayStrip } from './day-strip.tsx'
import { GridList } from './grid-list.tsx'
import {
  columnsOf,
  gridId,
  isAwaitable,
  pressOf,
  statesIn,
  todayOf,
  type Column,
  type GridCourt,
  type GridPeriod,
  type GridSchedule,
} from './grid-model.ts'
import { GridSkeleton } from './grid-skeleton.tsx'
import { GridTable, type Choose } from './grid-table.tsx'
import { stateWord } from './grid-words.ts'
import legend from './legend.module.css'
import { LiveBadge } from './live-badge.tsx'
import { useSchedule } from './schedule-query.ts'
import type { MarkWaits } from './waits.ts'

/** Loaded only when the cart has something. If it cannot be loaded, the review of the order says the same. */
const LostPieces = lazyWithRetry(async () => (await import('./lost-pieces.ts')).LostPieces)
/** Loaded when a period that is taken is pressed. */
const GridWish = lazyWithRetry(async () => (await import('./grid-wish.tsx')).GridWish)
/** Loaded for members only. */
const AllowanceLine = lazyWithRetry(async () => (await import('./allowance-line.tsx')).AllowanceLine)
const Waits = lazyWithRetry(async () => (await import('./waits.ts')).Waits)

type Props = { facilityId: number; date: Day; start?: string | undefined; court?: string | undefined }

/**
 * Live grid of a facility's courts on one day; pressing a free cell adds it to the cart. The day is `date` in the address of the page;
 * `start` and `court` are the hour and the court for which somebody came, which are marked.
 */
export function AvailabilityGrid({ facilityId, date, start, court }: Props) {
  const { schedule, failed, liveness, look } = useSchedule(facilityId, date)
  if (!schedule && failed)
    return (
      <Callout
        tone="error"
        title={m.grid_failed()}
        action={
          <Button look="secondary" onClick={look}>
            {m.grid_try_again()}
          </Button>
        }
      />
    )
  return (
    <>
      {/* React leaves this element as it came: its words are no part of the scripts. */}
      <noscript>
        {import.meta.env.SSR && (
          <Callout tone="error" title={m.grid_needs_script()}>
            {m.grid_needs_script_text()}
          </Callout>
        )}
      </noscript>
      {schedule ? (
        <ShownGrid schedule={schedule} day={date} liveness={failed ? 'lost' : liveness} start={start} court={court} />
      ) : (
        <GridSkeleton />
      )}
    </>
  )
}

type Shown = Pick<Props, 'start' | 'court'> & { schedule: ScheduleAnswer; day: Day; liveness: Parameters<typeof LiveBadge>[0]['liveness'] }

function ShownGrid({ schedule: read, day, start, court: asked, liveness }: Shown) {
  const loggedIn = isLoggedIn(useViewer())
  const [waits, setWaits] = useState<MarkWaits>()
  const schedule = useMemo<GridSchedule>(() => (loggedIn && waits?.mark(read)) || read, [read, waits, loggedIn])
  const pieces = useCart((cart) => cart.pieces)
  const navigate = useNavigate()
  const columns = columnsOf(schedule, useFirstShownAt(schedule, day))
  const [today, last] = [todayOf(schedule), schedule.openUntil]
  const [wished, setWished] = useState<{ court: GridCourt; period: GridPeriod }>()

  const choose: Choose = (court, period) => {
    const { state, end, price } = period
    const deed = pressOf(state)
    if (deed === 'wait') setWished({ court, period })
    if (deed !== 'choose') return
    const place = { facilityId: schedule.venue1stId, facility: schedule.venue1stName, courtId: court.id, court: court.name }
    sayRefused(togglePiece({ ...place, start: period.start, end, price, sharesWith: court.sharesWith }), court.name)
  }
  const turn = (step: 1 | -1) => {
    // The address decides, not the rendered day: the navigation of an earlier key press may still be under way.
    const turned = (before: { date?: Day }) => {
      const next = addDays(before.date ?? day, step)
      return next >= today && next <= last ? { ...before, date: next } : before
    }
    void navigate({ to: '.', search: turned as never, resetScroll: false })
  }

  const label = m.grid_label({ facility: schedule.venue1stName, day: formatDay(momentAt(day, 0), getLocale()) })
  const shown = { schedule, day, start, court: asked, columns, pieces, label, onChoose: choose, onPage: turn }
  return (
    <section className={style.grid} aria-label={label}>
      {pieces.length > 0 && <LostPieces schedule={read} />}
      {loggedIn && <Waits onFound={setWaits} />}
      <DayStrip today={today} last={last} day={day} />
      {day > last && <OpensLater schedule={schedule} day={day} />}
      <div className={style.top}>
        <GridLegend schedule={schedule} columns={columns} />
        <LiveBadge liveness={liveness} />
        {loggedIn && <AllowanceLine facilityId={schedule.venue1stId} day={day} today={today} />}
      </div>
      {columns.length === 0 && <NothingToShow schedule={schedule} />}
      {columns.length > 0 && (
        <div
          key={`${start} ${asked}`}
          ref={start === undefined && asked === undefined ? undefined : showAsked}
          id={gridId}
          className={style.cells}
          tabIndex={-1}
        >
          <GridTable {...shown} />
          <GridList key={schedule.venue1stId} {...shown} />
        </div>
      )}
      {wished && <GridWish {...wished} schedule={schedule} onClose={() => setWished(undefined)} />}
    </section>
  )
}

/** Legend of the states that occur in the grid. */
function GridLegend({ schedule, columns }: { schedule: GridSchedule; columns: Column[] }) {
  return (
    <ul className={legend.legend} aria-label={m.grid_legend()}>
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

/** Brings the hour and the court for which somebody came into view. */
function showAsked(cells: HTMLElement | null): void {
  const asked = cells?.querySelectorAll('[data-asked]') ?? []
  for (const one of asked) if (one.checkVisibility()) one.scrollIntoView({ block: 'center' })
}

function OpensLater({ schedule, day }: { schedule: GridSchedule; day: Day }) {
  const opens = momentAt(addDays(day, -opensAhead(schedule)), 0)
  return <Callout title={m.grid_opens_title()}>{m.grid_opens({ day: formatDay(opens, getLocale()) })}</Callout>
}

const opensAhead = (schedule: GridSchedule): number =>
  Math.round((Date.parse(schedule.openUntil) - Date.parse(todayOf(schedule))) / 86_400_000)

/** Server time at which this day was first shown: slots that end later than that stay in the grid, so that rows do not move under a finger. */
function useFirstShownAt({ venue1stId, serverTime }: GridSchedule, day: Day): number {
  const what = `${venue1stId} ${day}`
  const [first, setFirst] = useState({ what, at: Date.parse(serverTime) })
  if (first.what === what) return first.at
  const now = { what, at: Date.parse(serverTime) }
  setFirst(now)
  return now.at
}

/** A day whose slots are over, or on which the facility is not open. */
function NothingToShow({ schedule }: { schedule: GridSchedule }) {
  if (schedule.courts.some(({ periods }) => periods.length > 0)) return <Callout title={m.grid_over()}>{m.grid_over_hint()}</Callout>
  return <Callout title={m.grid_no_hours()}>{m.grid_over_hint()}</Callout>
}
