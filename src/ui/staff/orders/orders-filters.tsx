import { formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { weekdayText } from '#i18n/weekdays.ts'
import { momentAt, timeFrom } from '#lib/zone.ts'
import { hourFrom } from '#modules/desk/board-rules.ts'
import type { StaffOrderListAnswer } from '#modules/desk/orders-wire.ts'
import { orderStates } from '#modules/orders/rules.ts'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { stateWord } from '#ui/orders/order-words.ts'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, type FormEvent } from 'react'
import { filtersOf, ordersSearch, ways, type OrdersSearch } from './orders-search.ts'
import { wayWord } from './orders-words.ts'
import style from './orders.module.css'

type Props = { search: OrdersSearch; facilities: StaffOrderListAnswer['facilities'] }

/** Filters. A select field filters at once. Text and date fields filter on submit, because a half-typed year (0002) is a valid date. */
export function OrdersFilters({ search, facilities }: Props) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const { q = '', status = '', facility = '', way = '', day = '', placed = '' } = search
  const written = useRef<Record<string, string>>({ q, status, facility, way, day, placed })
  // A filter that the address changes is written into its field; the others keep what is being typed, and the focus stays.
  useEffect(() => {
    const before = written.current
    written.current = { q, status, facility, way, day, placed }
    for (const [name, value] of Object.entries(written.current)) {
      if (before[name] === value) continue
      const control = form.current?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null | undefined
      if (control) control.value = value
    }
  }, [q, status, facility, way, day, placed])
  const apply = (sent: HTMLFormElement) => {
    const typed = Object.fromEntries(new FormData(sent)) as OrdersSearch
    void navigate({ to: '/staff/orders', search: ordersSearch({ person: search.person, hour: search.hour, ...typed }) })
  }
  return (
    <form
      ref={form}
      className="grid bottom"
      role="search"
      aria-label={m.staff_screen_orders()}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
      onChange={(event) => event.target instanceof HTMLSelectElement && apply(event.currentTarget)}
    >
      <div className={style.words}>
        <TextField
          required={false}
          type="search"
          name="q"
          label={m.staff_orders_words()}
          defaultValue={q}
          maxLength={80}
          autoComplete="off"
        />
      </div>
      <Choices {...{ status, facility, way, facilities }} />
      <TextField required={false} type="date" name="day" label={m.staff_orders_day()} defaultValue={day} />
      <TextField required={false} type="date" name="placed" label={m.staff_orders_placed()} defaultValue={placed} />
      <div className={style.actions}>
        <StaffButton type="submit" look="primary" icon="search">
          {m.staff_orders_search()}
        </StaffButton>
        {Object.keys(filtersOf(search)).length > 0 && (
          <StaffButtonLink to="/staff/orders" search={{}} look="quiet">
            {m.staff_orders_clear()}
          </StaffButtonLink>
        )}
      </div>
      {search.person && <p className={style.about}>{m.staff_orders_of_person()}</p>}
      {search.hour && <p className={style.about}>{hourWords(search.hour)}</p>}
    </form>
  )
}

function hourWords(text: string): string {
  const { from, to, weekday, hour } = hourFrom(text)!
  const dayText = (day: string) => formatDate(momentAt(day, 0), getLocale())
  const [start, end] = [timeFrom(hour * 60), timeFrom(hour * 60 + 60)]
  return m.staff_orders_of_hour({ from: dayText(from), to: dayText(to), weekday: weekdayText(weekday, getLocale()), start, end })
}

function Choices({ status, facility, way, facilities }: Record<'status' | 'facility' | 'way', string> & Pick<Props, 'facilities'>) {
  return (
    <>
      <SelectField required={false} name="status" label={m.staff_orders_state()} defaultValue={status}>
        <option value="">{m.staff_orders_every_state()}</option>
        {orderStates.map((state) => (
          <option key={state} value={state}>
            {stateWord(state)}
          </option>
        ))}
      </SelectField>
      <SelectField required={false} name="facility" label={m.staff_orders_facility()} defaultValue={facility}>
        <option value="">{m.staff_orders_every_facility()}</option>
        {facilities.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField required={false} name="way" label={m.staff_orders_way()} defaultValue={way}>
        <option value="">{m.staff_orders_every_way()}</option>
        {ways.map((one) => (
          <option key={one} value={one}>
            {wayWord(one)}
          </option>
        ))}
      </SelectField>
    </>
  )
}
