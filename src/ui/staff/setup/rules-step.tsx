import { m } from '#i18n/generated/messages.js'
import { mostDaysAhead } from '#modules/settings/window-rules.ts'
import type { Rules } from '#modules/settings/rules-wire.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import { Button } from '#ui/kit/button.tsx'
import { useDraft } from '#ui/kit/draft.ts'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useCanPay, useViewer } from '#ui/session/viewer.ts'
import { CheckInput } from '#ui/staff/kit/fields.tsx'
import { CatalogueConflicts } from '#ui/staff/kit/catalogue-conflicts.tsx'
import { catalogueQuery, pickRevisions } from '#ui/staff/kit/catalogue-query.ts'
import { ReviewSheet } from '#ui/staff/kit/review-sheet.tsx'
import { useCatalogueChange } from '#ui/staff/kit/use-catalogue-change.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { FileErrors } from './file-errors.tsx'
import style from './setup.module.css'

type Booking = Rules['booking']
type Transfers = Rules['transfers']

const clock = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const minuteOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

type Props = { /** The rules were saved before, be it with the defaults. */ hasRules: boolean; onSaved(): Promise<void> }

/** The few rules that every centre thinks about; all others have defaults, and their own screen. */
export function RulesStep({ hasRules, onSaved }: Props) {
  const api = useApi()
  const { data } = useSuspenseQuery(catalogueQuery(api))
  const booking: Booking = { ...defaultSettings.booking, ...data.file.rules?.booking }
  const transfers: Transfers = { ...defaultSettings.transfers, ...data.file.rules?.transfers }
  // Without a payment provider, members pay at the desk or not at all: proposed until somebody has decided.
  const canPay = useCanPay()
  const shown = shownAs({ ...booking, payAtDesk: booking.payAtDesk || (!hasRules && !canPay) }, transfers)
  const draft = useDraft(`setup-rules ${useViewer()?.id}`, shown)
  const change = useCatalogueChange(async () => {
    draft.clear()
    await onSaved()
  })
  const { ready, busy, refused, errorAt, form } = useSubmit(() => {
    const rules = {
      booking: bookingFrom(draft.values, booking),
      transfers: { ...transfers, secondPersonAbove: Number(draft.values.secondPersonAbove) },
    }
    return change.save({ changes: { rules }, basedOn: pickRevisions(data.revisions, ['rules:booking', 'rules:transfers']) }, '')
  })
  const nameOf = (path: string) => fieldOf[path] ?? path
  const wrongAt = (name: string) => change.errors.find(({ path }) => nameOf(path) === name)?.message
  const elsewhere = change.errors.filter(({ path }) => !(nameOf(path) in draft.values))
  return (
    <form className={style.form} {...form}>
      <RuleFields typed={draft.values} onType={draft.change} errorAt={(name) => errorAt(name) ?? wrongAt(name)} />
      {elsewhere.length > 0 && <FileErrors title={m.staff_setup_review_errors({ count: elsewhere.length })} errors={elsewhere} />}
      <CatalogueConflicts change={change} />
      {change.stage.at !== 'reviewing' && <FormProblem refused={change.refused ?? refused} />}
      <ReviewSheet change={change} />
      <div className={style.actions}>
        <Button type="submit" busy={busy} disabled={!ready}>
          {m.staff_setup_save()}
        </Button>
      </div>
    </form>
  )
}

/** What the fields say. */
type Typed = Record<'daysAhead' | 'opensAt' | 'hoursPerDay' | 'hoursPerWeek' | 'payMinutes' | 'secondPersonAbove', string> & {
  payAtDesk: boolean
}

const shownAs = (
  { daysAhead, opensAtMinute, minutesPerDayAndSport, minutesPerWeek, payMinutes, payAtDesk }: Booking,
  { secondPersonAbove }: Transfers,
): Typed => ({
  daysAhead: String(daysAhead),
  opensAt: clock(opensAtMinute),
  hoursPerDay: String(minutesPerDayAndSport / 60),
  hoursPerWeek: String(minutesPerWeek / 60),
  payMinutes: String(payMinutes),
  secondPersonAbove: String(secondPersonAbove),
  payAtDesk,
})

/** The field that shows a rule, where it is called otherwise. */
const fieldOf: Record<string, keyof Typed> = {
  opensAtMinute: 'opensAt',
  minutesPerDayAndSport: 'hoursPerDay',
  minutesPerWeek: 'hoursPerWeek',
  warnMinutes: 'payMinutes',
}

/** The rules with what the form says; a warning before the deadline stays before it. */
function bookingFrom(typed: Typed, before: Booking): Booking {
  const payMinutes = Number(typed.payMinutes)
  return {
    ...before,
    daysAhead: Number(typed.daysAhead),
    opensAtMinute: minuteOf(typed.opensAt),
    minutesPerDayAndSport: Math.round(Number(typed.hoursPerDay) * 60),
    minutesPerWeek: Math.round(Number(typed.hoursPerWeek) * 60),
    payMinutes,
    payAtDesk: typed.payAtDesk,
    warnMinutes: Math.min(before.warnMinutes, Math.max(1, payMinutes - 1)),
  }
}

type FieldsProps = { typed: Typed; onType(change: Partial<Typed>): void; errorAt(path: string): string | undefined }

function RuleFields({ typed, onType, errorAt }: FieldsProps) {
  const field = (name: Exclude<keyof Typed, 'payAtDesk'>) => ({
    name,
    value: typed[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => onType({ [name]: event.target.value }),
    error: errorAt(name),
  })
  const number = (name: Exclude<keyof Typed, 'payAtDesk'>, min: number, max: number, step = 1) => ({
    ...field(name),
    type: 'number',
    inputMode: 'numeric' as const,
    min,
    max,
    step,
  })
  return (
    <>
      <div className="pair gap-4">
        <TextField {...number('daysAhead', 1, mostDaysAhead)} label={m.staff_setup_days_ahead()} hint={m.staff_setup_days_ahead_hint()} />
        <TextField {...field('opensAt')} type="time" label={m.staff_setup_opens_at()} hint={m.staff_setup_opens_at_hint()} />
      </div>
      <div className="pair gap-4">
        <TextField {...number('hoursPerDay', 0.5, 24, 0.5)} label={m.staff_setup_hours_day()} />
        <TextField {...number('hoursPerWeek', 0.5, 168, 0.5)} label={m.staff_setup_hours_week()} />
      </div>
      <div className="pair gap-4">
        <TextField {...number('payMinutes', 5, 1440)} label={m.staff_setup_pay_minutes()} hint={m.staff_setup_pay_minutes_hint()} />
        <TextField {...number('secondPersonAbove', 0, 10_000_000)} label={m.rules_second_person()} hint={m.rules_second_person_hint()} />
      </div>
      <CheckInput
        label={m.rules_pay_at_desk()}
        hint={m.staff_setup_pay_at_desk_hint()}
        checked={typed.payAtDesk}
        onChange={(payAtDesk) => onType({ payAtDesk })}
      />
    </>
  )
}
