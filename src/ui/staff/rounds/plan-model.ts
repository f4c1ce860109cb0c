import type { SeasonAnswer, SeasonPlanEntry } from '#modules/preorders/season-wire.ts'

type Slot = { start: string; end: string }
/** A cell of the plan: what clubs have there, over how many rows it goes, or that a cell above covers it. */
export type PlanCell = { entries: SeasonPlanEntry[]; rows: number } | 'covered'

/** Cells of a court by slot and weekday. Clubs whose times overlap in part, in different weeks, share one cell. */
export function cellsOf(entries: readonly SeasonPlanEntry[], courtId: number, slots: readonly Slot[]): PlanCell[][] {
  const grid: PlanCell[][] = slots.map(() => Array.from({ length: 7 }, () => ({ entries: [], rows: 1 })))
  for (let weekday = 1; weekday <= 7; weekday++) {
    const here = entries.filter((entry) => entry.courtId === courtId && entry.weekday === weekday)
    for (let row = 0; row < slots.length;) {
      const block = blockFrom(row, here, slots)
      grid[row]![weekday - 1] = block
      for (let covered = row + 1; covered < row + block.rows; covered++) grid[covered]![weekday - 1] = 'covered'
      row += block.rows
    }
  }
  return grid
}

/** Grows as long as an entry that is in it goes on into the next slot. */
function blockFrom(row: number, entries: readonly SeasonPlanEntry[], slots: readonly Slot[]): Exclude<PlanCell, 'covered'> {
  const found = new Set<SeasonPlanEntry>()
  let rows = 0
  do {
    const { start, end } = slots[row + rows]!
    for (const entry of entries) if (entry.start < end && start < entry.end) found.add(entry)
    rows += 1
  } while (row + rows < slots.length && [...found].some((entry) => entry.end > slots[row + rows]!.start))
  return { entries: [...found].toSorted(byTime), rows }
}

/** Courts of a facility that some club has; all of them when none has one. */
export const courtsToShow = ({ courts }: SeasonAnswer['facilities'][number], plan: readonly SeasonPlanEntry[]) => {
  const used = courts.filter(({ id }) => plan.some(({ courtId }) => courtId === id))
  return used.length > 0 ? used : courts.slice(0, 1)
}

type Facility = SeasonAnswer['facilities'][number]
type PlanRow = { facility: Facility; court: Facility['courts'][number]; days: SeasonPlanEntry[][] }

/** The courts of all facilities that some club has, with what clubs have there on each weekday, in the order of the day. */
export const rowsOfPlan = (facilities: readonly Facility[], plan: readonly SeasonPlanEntry[]): PlanRow[] =>
  facilities.flatMap((facility) =>
    facility.courts.flatMap((court) => {
      const here = plan.filter(({ courtId }) => courtId === court.id).toSorted(byTime)
      if (here.length === 0) return []
      return [{ facility, court, days: [1, 2, 3, 4, 5, 6, 7].map((weekday) => here.filter((entry) => entry.weekday === weekday)) }]
    }),
  )

const byTime = (a: SeasonPlanEntry, b: SeasonPlanEntry) => a.start.localeCompare(b.start) || a.days[0]!.localeCompare(b.days[0]!)
