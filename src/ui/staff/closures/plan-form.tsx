import { m } from '#i18n/generated/messages.js'
import type { ClosureListAnswer } from '#modules/closures/closure-wire.ts'
import { closureCauses, everyWeekday } from '#modules/closures/rules.ts'
import { SegmentedControl } from '#ui/kit/segmented-control.tsx'
import { CheckInput, DayField, FormGrid, TimeField } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import type { PlanDraft } from './closures-search.ts'
import { causeWord, weekdayWord } from './closures-words.ts'
import style from './closures.module.css'

type Props = { draft: PlanDraft; facilities: ClosureListAnswer['facilities']; onChange(draft: PlanDraft): void }

/** Where, when and why. */
export function PlanForm({ draft, facilities, onChange }: Props) {
  const change = (more: Partial<PlanDraft>) => onChange({ ...draft, ...more })
  const [only, ...others] = facilities.filter(({ venue1stId }) => draft.facilities.includes(venue1stId))
  const isWholeDay = draft.opens === '00:00' && draft.closes === '24:00'
  const manyDays = draft.from !== draft.to
  return (
    <>
      <Facilities chosen={draft.facilities} facilities={facilities} onChange={(chosen) => change({ facilities: chosen, courts: [] })} />
      {only && others.length === 0 && only.courts.length > 1 && (
        <Courts {...{ draft, facility: only }} onChange={(courts) => change({ courts })} />
      )}
      <FormGrid>
        <DayField
          path="from"
          label={m.closure_from()}
          value={draft.from}
          onChange={(from) => change({ from, ...(draft.to < from ? { to: from } : {}) })}
        />
        <DayField path="to" label={m.closure_to()} value={draft.to} min={draft.from} onChange={(to) => change({ to })} />
      </FormGrid>
      <SegmentedControl
        legend={m.closure_hours()}
        value={isWholeDay ? 'all' : 'some'}
        onChange={(hours) => change(hours === 'all' ? { opens: '00:00', closes: '24:00' } : { opens: '08:00', closes: '12:00' })}
        options={[
          { value: 'all', label: m.closure_hours_all() },
          { value: 'some', label: m.closure_hours_some() },
        ]}
      />
      {!isWholeDay && (
        <FormGrid>
          <TimeField path="opens" label={m.closure_opens_at()} value={draft.opens} onChange={(opens) => change({ opens })} />
          <TimeField path="closes" label={m.closure_closes_at()} value={draft.closes} onChange={(closes) => change({ closes })} />
        </FormGrid>
      )}
      {manyDays && <Weekdays weekdays={draft.weekdays} onChange={(weekdays) => change({ weekdays })} />}
      <SegmentedControl
        legend={m.closure_cause()}
        value={draft.cause}
        onChange={(cause) => change({ cause })}
        options={closureCauses.map((cause) => ({ value: cause, label: causeWord[cause]() }))}
      />
    </>
  )
}

function Weekdays({ weekdays, onChange }: { weekdays: number[]; onChange(weekdays: number[]): void }) {
  return (
    <fieldset className={style.ticks}>
      <legend>{m.closure_weekdays()}</legend>
      {everyWeekday.map((weekday) => (
        <CheckInput
          key={weekday}
          label={weekdayWord(weekday)}
          checked={weekdays.includes(weekday)}
          onChange={(isOn) => onChange(everyWeekday.filter((one) => (one === weekday ? isOn : weekdays.includes(one))))}
        />
      ))}
      <p>{m.closure_weekdays_hint()}</p>
    </fieldset>
  )
}

type FacilitiesProps = { chosen: number[]; facilities: Props['facilities']; onChange(chosen: number[]): void }

/** One, several, all of the centre or all that is outdoors: they close in one run. */
function Facilities({ chosen, facilities, onChange }: FacilitiesProps) {
  const idsOf = (some: Props['facilities']) => some.map(({ venue1stId }) => venue1stId)
  const outdoor = idsOf(facilities.filter((facility) => facility.outdoor))
  return (
    <fieldset className={style.ticks}>
      <legend>{m.closure_facility()}</legend>
      <div className={style.quick}>
        <StaffButton onClick={() => onChange(idsOf(facilities))}>{m.closure_facilities_all()}</StaffButton>
        {outdoor.length > 0 && <StaffButton onClick={() => onChange(outdoor)}>{m.closure_facilities_outdoor()}</StaffButton>}
        {chosen.length > 1 && (
          <StaffButton look="quiet" onClick={() => onChange([])}>
            {m.closure_facilities_none()}
          </StaffButton>
        )}
      </div>
      {facilities.map(({ venue1stId, name }, n) => (
        <CheckInput
          key={venue1stId}
          {...(n === 0 && { path: 'facilities' })}
          label={name}
          checked={chosen.includes(venue1stId)}
          onChange={(isOn) => onChange(idsOf(facilities).filter((id) => (id === venue1stId ? isOn : chosen.includes(id))))}
        />
      ))}
    </fieldset>
  )
}

type CourtsProps = { draft: PlanDraft; facility: ClosureListAnswer['facilities'][number]; onChange(courts: number[]): void }

/** All courts, which also closes those that are added later, or some of them. */
function Courts({ draft: { courts }, facility, onChange }: CourtsProps) {
  return (
    <fieldset className={style.ticks}>
      <legend>{m.closure_courts()}</legend>
      <CheckInput label={m.closure_courts_all()} checked={courts.length === 0} onChange={(isOn) => isOn && onChange([])} />
      {facility.courts.map(({ venue2ndId, name }) => (
        <CheckInput
          key={venue2ndId}
          label={name}
          checked={courts.includes(venue2ndId)}
          onChange={(isOn) => onChange(isOn ? [...courts, venue2ndId] : courts.filter((id) => id !== venue2ndId))}
        />
      ))}
    </fieldset>
  )
}
