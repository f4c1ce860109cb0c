import { m } from '#i18n/generated/messages.js'
import type { SeasonAnswer, SeasonPlanEntry } from '#modules/preorders/season-wire.ts'
import { preOrderStateWord, weekdayBrief, weekdayWord } from '#ui/preorders/preorder-words.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { toLocation } from '#ui/staff/kit/to-location.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { cellsOf, courtsToShow } from './plan-model.ts'
import { Exports } from './requests-tab.tsx'
import { addressOf, type RoundsSearch } from './rounds-search.ts'
import style from './plan-tab.module.css'

const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** The season by weekday and hour, a table for each court, with every club in it; to print and to export. */
export function PlanTab({ season, search }: { season: SeasonAnswer; search: RoundsSearch }) {
  const navigate = useNavigate()
  const { facilities, plan, round } = season
  const facility = facilities.find(({ code }) => code === search.facility) ?? facilities[0]
  if (!facility) return <p>{m.rounds_plan_none()}</p>
  const courts = courtsToShow(facility, plan)
  const isEmpty = !plan.some(({ courtId }) => facility.courts.some(({ id }) => id === courtId))
  return (
    <>
      <div className={style.tools}>
        <SelectField
          required={false}
          label={m.rounds_plan_facility()}
          value={facility.code}
          onChange={({ target }) => void navigate({ ...toLocation(addressOf({ ...search, facility: target.value })), resetScroll: false })}
        >
          {facilities.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <StaffButton icon="print" onClick={() => window.print()}>
          {m.rounds_plan_print()}
        </StaffButton>
        <Exports id={round.id} />
      </div>
      {isEmpty && <p>{m.rounds_plan_none()}</p>}
      <h2 className={style.printed}>{facility.name}</h2>
      {courts.map((court) => (
        <CourtPlan key={court.id} court={court} slots={facility.slots} plan={plan} round={String(round.id)} />
      ))}
    </>
  )
}

type CourtProps = { court: { id: number; name: string }; slots: { start: string; end: string }[]; plan: SeasonPlanEntry[]; round: string }

function CourtPlan({ court, slots, plan, round }: CourtProps) {
  const cells = cellsOf(plan, court.id, slots)
  const caption = m.rounds_plan_caption({ court: court.name })
  return (
    // Focusable, so that it can be scrolled sideways by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={style.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table className={style.plan}>
        <caption>{court.name}</caption>
        <thead>
          <tr>
            <th scope="col">{m.rounds_plan_hour()}</th>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col">
                <abbr title={weekdayWord(weekday)}>{weekdayBrief(weekday)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {slots.map(({ start }, row) => (
            <tr key={start}>
              <th scope="row">{start}</th>
              {weekdays.map((weekday, col) => {
                const cell = cells[row]![col]!
                if (cell === 'covered') return null
                return (
                  <td key={weekday} rowSpan={cell.rows} data-taken={cell.entries.length > 0 || undefined}>
                    {cell.entries.map((entry) => (
                      <Block key={`${entry.orderNo} ${entry.start}`} entry={entry} round={round} />
                    ))}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Block({ entry: { orderNo, club, title, status, days, of, start, end }, round }: { entry: SeasonPlanEntry; round: string }) {
  const isWaiting = status === 'submitted' || status === 'needs-documents'
  return (
    <Link
      {...toLocation(addressOf({ round, status: 'every', open: orderNo }))}
      className={style.block}
      data-waiting={isWaiting || undefined}
      title={`${title} ${start}–${end} ${days.join(' ')}`}
    >
      <b>{club}</b>
      <small>
        {start}–{end} {m.rounds_plan_days({ count: days.length, of })}
      </small>
      <small>{preOrderStateWord(status)}</small>
    </Link>
  )
}
