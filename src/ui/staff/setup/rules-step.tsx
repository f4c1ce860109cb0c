import { m } from '#i18n/generated/messages.js'
import type { Rules } from '#modules/settings/rules-wire.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import { Button } from '#ui/kit/button.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { setupCatalogueQuery } from './setup-queries.ts'
import style from './setup.module.css'

type Booking = Rules['booking']

const clock = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const minuteOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

/** The few rules of booking that every centre thinks about; all others have defaults, and their own screen. */
export function RulesStep({ onSaved }: { onSaved(): Promise<void> }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(setupCatalogueQuery(api))
  const booking: Booking = { ...defaultSettings.booking, ...data.file.rules?.booking }
  const { ready, busy, refused, errorAt, form } = useSubmit(async (fields) => {
    const rules = { booking: bookingFrom(fields, booking) }
    const revision = data.revisions['rules:booking']
    await api.post('/api/Staff/Catalogue/Change', {
      changes: { rules },
      basedOn: revision === undefined ? {} : { 'rules:booking': revision },
    })
    await queryClient.invalidateQueries(setupCatalogueQuery(api))
    await onSaved()
  })
  return (
    <form className={style.form} {...form}>
      <RuleFields booking={booking} errorAt={errorAt} />
      <FormProblem refused={refused} />
      <div className={style.actions}>
        <Button type="submit" busy={busy} disabled={!ready}>
          {m.staff_setup_save()}
        </Button>
      </div>
    </form>
  )
}

/** The rules with what the form says; a warning before the deadline stays before it. */
function bookingFrom(fields: FormData, before: Booking): Booking {
  const number = (name: string) => Number(fields.get(name))
  const payMinutes = number('payMinutes')
  return {
    ...before,
    daysAhead: number('daysAhead'),
    opensAtMinute: minuteOf(String(fields.get('opensAt'))),
    minutesPerDayAndSport: Math.round(number('hoursPerDay') * 60),
    minutesPerWeek: Math.round(number('hoursPerWeek') * 60),
    payMinutes,
    warnMinutes: Math.min(before.warnMinutes, Math.max(1, payMinutes - 1)),
  }
}

function RuleFields({ booking, errorAt }: { booking: Booking; errorAt(path: string): string | undefined }) {
  const number = (name: string, value: number, min: number, max: number, step = 1) => ({
    name,
    type: 'number',
    inputMode: 'numeric' as const,
    defaultValue: value,
    min,
    max,
    step,
    error: errorAt(name),
  })
  return (
    <>
      <div className={style.pair}>
        <TextField
          {...number('daysAhead', booking.daysAhead, 1, 180)}
          label={m.staff_setup_days_ahead()}
          hint={m.staff_setup_days_ahead_hint()}
        />
        <TextField
          name="opensAt"
          type="time"
          label={m.staff_setup_opens_at()}
          hint={m.staff_setup_opens_at_hint()}
          defaultValue={clock(booking.opensAtMinute)}
          error={errorAt('opensAt')}
        />
      </div>
      <div className={style.pair}>
        <TextField {...number('hoursPerDay', booking.minutesPerDayAndSport / 60, 0.5, 24, 0.5)} label={m.staff_setup_hours_day()} />
        <TextField {...number('hoursPerWeek', booking.minutesPerWeek / 60, 0.5, 168, 0.5)} label={m.staff_setup_hours_week()} />
      </div>
      <TextField
        {...number('payMinutes', booking.payMinutes, 5, 1440)}
        label={m.staff_setup_pay_minutes()}
        hint={m.staff_setup_pay_minutes_hint()}
      />
    </>
  )
}
