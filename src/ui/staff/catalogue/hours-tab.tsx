import { m } from '#i18n/generated/messages.js'
import type { TimetableFile } from '#ui/staff/kit/catalogue-types.ts'
import { FormGrid, NumberField, TextInput } from '#ui/staff/kit/fields.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { saySeason } from './catalogue-words.ts'
import { DatedTabs, isPast, shownOf } from './dated-tabs.tsx'
import { firstTimetable } from './first-entries.ts'
import { seasonsOf, slotCount, weekOf } from './edit-hours.ts'
import { HoursEntries } from './hours-entries.tsx'
import style from './entries.module.css'
import list from './catalogue.module.css'
import type { TabProps } from './tab-props.ts'
import { today } from '#ui/staff/kit/today.ts'
import { WeekDrawing } from './week-drawing.tsx'
import { useState } from 'react'

/** Opening hours by weekday and season, length of a slot, fixed sessions, in timetables that hold from a day on. */
export function HoursTab({ facility, draft, list: day }: TabProps) {
  const { timetables } = facility
  const shown = shownOf(timetables, day)
  const setAll = (next: TimetableFile[]) => draft.change({ timetables: next })
  if (!shown)
    return (
      <Panel title={m.catalogue_tab_hours()} lead={m.catalogue_no_hours()}>
        <div>
          <StaffButton look="primary" icon="plus" onClick={() => setAll([firstTimetable()])}>
            {m.catalogue_first_hours()}
          </StaffButton>
        </div>
      </Panel>
    )
  const at = timetables.indexOf(shown)
  const set = (patch: Partial<TimetableFile>) => setAll(timetables.with(at, { ...shown, ...patch }))
  const isNew = !draft.base?.timetables.some(({ from }) => from === shown.from)
  return (
    <>
      <DatedTabs
        code={facility.code}
        tab="hours"
        label={m.catalogue_timetables()}
        entries={timetables}
        shown={shown}
        newLabel={m.catalogue_new_hours()}
        onChange={setAll}
        onRemove={isNew || shown.from > today() ? () => setAll(timetables.toSpliced(at, 1)) : undefined}
      />
      {isPast(timetables, shown) && <p className={list.past}>{m.catalogue_past_hours()}</p>}
      <fieldset className="stack gap-5" disabled={isPast(timetables, shown)}>
        <legend className="sr-only">{m.catalogue_tab_hours()}</legend>
        <Panel title={m.catalogue_hours_title()} lead={m.catalogue_hours_lead()}>
          <div className={style.columns}>
            <HoursEntries hours={shown.hours} path={`timetables.${at}.hours`} onChange={(hours) => set({ hours })} />
            <div className={style.drawings}>
              {seasonsOf(shown).map((season) => (
                <div key={saySeason(season)}>
                  <h3>{saySeason(season)}</h3>
                  <WeekDrawing label={m.catalogue_hours_title()} open={weekOf(shown, season)} />
                </div>
              ))}
            </div>
          </div>
        </Panel>
        <Slots timetable={shown} path={`timetables.${at}`} onChange={set} />
      </fieldset>
    </>
  )
}

type SlotsProps = { timetable: TimetableFile; path: string; onChange(patch: Partial<TimetableFile>): void }

function Slots({ timetable, path, onChange }: SlotsProps) {
  return (
    <Panel title={m.catalogue_slots_title()} lead={m.catalogue_slots_lead()}>
      <FormGrid>
        <NumberField
          path={`${path}.slotMinutes`}
          label={m.catalogue_slot_minutes()}
          unit={m.staff_minutes()}
          min={15}
          max={1440}
          hint={m.catalogue_slots_a_day({ count: slotCount(timetable, weekOf(timetable, undefined).get('mon') ?? []) })}
          value={timetable.slotMinutes || null}
          onChange={(minutes) => onChange({ slotMinutes: minutes ?? 0 })}
        />
        <SessionsField path={`${path}.sessions`} sessions={timetable.sessions} onChange={(sessions) => onChange({ sessions })} />
      </FormGrid>
    </Panel>
  )
}

type Props = { path: string; sessions: string[]; onChange(sessions: string[]): void }

const asText = (sessions: readonly string[]) => sessions.join(', ')
const asSessions = (text: string) =>
  text
    .split(/[,，、\s]+/)
    .map((part) => part.replace(/[–—~～]/g, '-'))
    .filter(Boolean)

/** Fixed sessions of a day, such as 08:00-12:00, instead of slots of one length. */
function SessionsField({ path, sessions, onChange }: Props) {
  const [typed, setTyped] = useState(() => asText(sessions))
  const isOwn = asText(asSessions(typed)) === asText(sessions)
  return (
    <TextInput
      path={path}
      label={m.catalogue_sessions()}
      hint={m.catalogue_sessions_hint()}
      placeholder="08:00-12:00, 13:00-17:00"
      optional
      value={isOwn ? typed : asText(sessions)}
      onChange={(text) => {
        setTyped(text)
        onChange(asSessions(text))
      }}
    />
  )
}
