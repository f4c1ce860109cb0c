import { m } from '#i18n/generated/messages.js'
import type { SeasonAnswer, SeasonPlanEntry } from '#modules/preorders/season-wire.ts'
import { preOrderStateWord, weekdayBrief, weekdayWord } from '#ui/preorders/preorder-words.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { cellsOf, courtsToShow, rowsOfPlan } from './plan-model.ts'
import { Exports } from './requests-tab.tsx'
import { addressOf, type RoundsSearch } from './rounds-search.ts'
import style from './plan-tab.module.css'

const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** The season with every club in it, to print and to export: all facilities by weekday, or one by weekday and hour, a table for each court. */
export function PlanTab({ season, search }: { season: SeasonAnswer; search: RoundsSearch }) {
  const navigate = useNavigate()
  const { facilities, plan, round } = season
  const facility = facilities.find(({ code }) => code === search.facility) ?? (facilities.length === 1 ? facilities[0] : undefined)
  if (facilities.length === 0) return <p>{m.rounds_plan_none()}</p>
  const isEmpty = !plan.some(({ courtId }) =>
    (facility ? [facility] : facilities).some(({ courts }) => courts.some(({ id }) => id === courtId)),
  )
  return (
    <>
      <div className={style.tools}>
        <SelectField
          required={false}
          label={m.rounds_plan_facility()}
          value={facility?.code ?? ''}
          onChange={({ target }) => void navigate({ ...toLocation(addressOf({ ...search, facility: target.value })), resetScroll: false })}
        >
          {facilities.length > 1 && <option value="">{m.insight_every_facility()}</option>}
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
      {isEmpty && <p>{facility ? m.rounds_plan_none() : m.rounds_plan_none_all()}</p>}
      {facility ? (
        <>
          <h2 className={style.printed}>{facility.name}</h2>
          {courtsToShow(facility, plan).map((court) => (
            <CourtPlan key={court.id} court={court} slots={facility.slots} plan={plan} round={String(round.id)} />
          ))}
        </>
      ) : (
        <WholePlan season={season} />
      )}
    </>
  )
}

/** All facilities in one table: a row for each court that a club has, with its clubs by weekday. */
function WholePlan({ season: { facilities, plan, round } }: { season: SeasonAnswer }) {
  const rows = rowsOfPlan(facilities, plan)
  if (rows.length === 0) return null
  const caption = m.rounds_plan_whole()
  return (
    // Focusable, so that it can be scrolled sideways by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={style.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table className={style.plan} data-whole>
        <caption>{caption}</caption>
        <WeekHead first={m.rounds_plan_court()} />
        <tbody>
          {rows.map(({ facility, court, days }) => (
            <tr key={court.id}>
              <th scope="row">
                {facility.name}
                <small>{court.name}</small>
              </th>
              {days.map((entries, day) => (
                <td key={weekdays[day]} data-taken={entries.length > 0 || undefined}>
                  {entries.map((entry) => (
                    <Block key={`${entry.orderNo} ${entry.start}`} entry={entry} round={String(round.id)} />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const WeekHead = ({ first }: { first: string }) => (
  <thead>
    <tr>
      <th scope="col">{first}</th>
      {weekdays.map((weekday) => (
        <th key={weekday} scope="col">
          <abbr title={weekdayWord(weekday)}>{weekdayBrief(weekday)}</abbr>
        </th>
      ))}
    </tr>
  </thead>
)

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
        <WeekHead first={m.rounds_plan_hour()} />
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
