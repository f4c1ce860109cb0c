import { m } from '#i18n/generated/messages.js'
import type { ClosureListAnswer } from '#modules/closures/closure-wire.ts'
import { closureCauses, everyWeekday } from '#modules/closures/rules.ts'
import { SegmentedControl } from '#ui/kit/segmented-control.tsx'
import { CheckInput, DayField, FormGrid, SelectInput, TimeField } from '#ui/staff/kit/fields.tsx'
import type { PlanDraft } from './closures-search.ts'
import { causeWord, weekdayWord } from './closures-words.ts'
import style from './closures.module.css'

type Props = { draft: PlanDraft; facilities: ClosureListAnswer['facilities']; onChange(draft: PlanDraft): void }

/** Where, when and why. */
export function PlanForm({ draft, facilities, onChange }: Props) {
  const change = (more: Partial<PlanDraft>) => onChange({ ...draft, ...more })
  const facility = facilities.find(({ venue1stId }) => venue1stId === draft.facility)
  const isWholeDay = draft.opens === '00:00' && draft.closes === '24:00'
  const manyDays = draft.from !== draft.to
  return (
    <>
      <FormGrid>
        <SelectInput
          path="venue1stId"
          label={m.closure_facility()}
          value={String(draft.facility ?? '')}
          onChange={(value) => change({ facility: value === '' ? undefined : Number(value), courts: [] })}
        >
          <option value="">—</option>
          {facilities.map(({ venue1stId, name }) => (
            <option key={venue1stId} value={venue1stId}>
              {name}
            </option>
          ))}
        </SelectInput>
        <DayField
          path="from"
          label={m.closure_from()}
          value={draft.from}
          onChange={(from) => change({ from, ...(draft.to < from ? { to: from } : {}) })}
        />
        <DayField path="to" label={m.closure_to()} value={draft.to} min={draft.from} onChange={(to) => change({ to })} />
      </FormGrid>
      {facility && facility.courts.length > 1 && <Courts {...{ draft, facility }} onChange={(courts) => change({ courts })} />}
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
