import { m } from '#i18n/generated/messages.js'
import { ApiProblem } from '#client/api-problem.ts'
import { formatTime } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import type { SaleAnswer, CounterScheduleAnswer } from '#modules/desk/counter-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage, Panel } from '#ui/staff/kit/staff-page.tsx'
import { keptSaleOf, useKeptSale } from '#ui/staff/kit/kept-sale.ts'
import { tillsKey, tillsQuery } from '#ui/staff/kit/till-query.ts'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useReducer, useRef, useState, type RefObject } from 'react'
import { added, periodsOf, slotsAsked, toggled, type Slot } from './chosen.ts'
import { counterKey, personQuery, quoteQuery, scheduleQuery } from './counter-queries.ts'
import { counterView, type CounterSearch, type CounterView } from './counter-search.ts'
import { PersonPanel } from './person-panel.tsx'
import { SalePanel } from './sale-panel.tsx'
import { SoldPanel, type Sold } from './sold-panel.tsx'
import style from './counter.module.css'
import dock from './total-dock.module.css'
import { addDays } from '#lib/zone.ts'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { FloorGrid } from './floor-grid.tsx'

/** Selling at the counter: who, which floor, how much, and the money. */
export function CounterScreen({ search, today }: { search: CounterSearch; today: string }) {
  const { view, show } = useView(counterView(search, today))
  const [sold, setSold] = useState<Sold>()
  const next = () => {
    setSold(undefined)
    show({ person: undefined })
  }
  useScreenLive('/staff/counter', [[...counterKey, 'schedule'], [...counterKey, 'quote'], [...counterKey, 'receipt'], tillsKey])
  return (
    <StaffPage title={m.staff_screen_counter()} lead={m.counter_lead()}>
      {sold ? <SoldPanel sold={sold} onNext={next} /> : <Selling {...{ view, show, onSold: setSold }} />}
    </StaffPage>
  )
}

/** What is shown. Whoever was left is gone at once, and not when the address has followed: the next number is being typed already. */
function useView(asked: CounterView) {
  const [left, leave] = useState<string>()
  if (left !== undefined && asked.person !== left) leave(undefined)
  const view = { ...asked, person: asked.person === left ? undefined : asked.person }
  const change = useShow(view)
  const show = (wanted: CounterSearch) => {
    if ('person' in wanted) leave(wanted.person === undefined ? asked.person : undefined)
    change(wanted)
  }
  return { view, show }
}

/** Changes the address. What was asked for a moment ago counts, also while the page for it still loads. */
function useShow({ facility, day, person }: CounterView): (change: CounterSearch) => void {
  const navigate = useNavigate()
  const wanted = useRef<CounterSearch>({})
  useEffect(() => {
    wanted.current = { facility, day, person }
  }, [facility, day, person])
  return (change) => {
    wanted.current = { ...wanted.current, ...change }
    void navigate({ to: '/staff/counter', search: wanted.current, replace: true, resetScroll: false })
  }
}

type SellingProps = { view: CounterView; show(change: CounterSearch): void; onSold(sold: Sold): void }

function Selling({ view, show, onSold }: SellingProps) {
  const api = useApi()
  const floor = useRef<HTMLDivElement>(null)
  const [identityId, setIdentity] = useState(() => keptSaleOf(view.person)?.identityId)
  const { data: person } = useQuery(personQuery(api, view.person))
  const priceBy = identityId ?? person?.identity.id
  const { data: schedule } = useQuery(scheduleQuery(api, view.facility, view.day, priceBy))
  const { chosen, setChosen } = useChosen(view, schedule)
  const periods = useMemo(() => periodsOf(chosen), [chosen])
  const { data: quote } = useQuery(quoteQuery(api, periods, priceBy))
  const { data: tills } = useQuery(tillsQuery(api))
  const sell = useSelling(onSold, person?.mobile ?? '')
  const focusFloor = useFloorFocus(floor, person !== undefined && schedule !== undefined)
  const chooseWho = (id: string | undefined) => {
    setIdentity(undefined)
    show({ person: id })
    focusFloor(id !== undefined)
  }
  const [payAsked, askToPay] = useReducer((times: number) => times + 1, 0)
  const addLastWeek = (slots: Slot[], where: { facility: string; day: string }) => {
    setChosen(added(chosen, slots))
    show(where)
    askToPay()
  }
  return (
    <div className={style.counter}>
      <div className="stack gap-5">
        <PersonPanel person={view.person === undefined ? undefined : person} onPerson={chooseWho} onAdd={addLastWeek} />
        <div ref={floor}>
          <FloorPanel
            {...{ schedule, chosen }}
            day={view.day}
            onShow={show}
            onToggle={(slot) => setChosen(toggled(chosen, slot))}
            onPay={askToPay}
          />
        </div>
      </div>
      <div className={dock.right}>
        <SalePanel
          {...{ person, periods, quote, identityId, payAsked }}
          identities={schedule?.identities ?? []}
          tills={tills?.open ?? []}
          onIdentity={setIdentity}
          onRemove={(period) => setChosen(chosen.filter((slot) => !isWithin(slot, period)))}
          onSell={sell}
          onLeave={() => useKeptSale.setState({ sale: { search: searchOf(view), slots: chosen, identityId } })}
        />
      </div>
      {periods.length > 0 && <TotalDock count={periods.length} amount={quote?.amount} onPay={askToPay} />}
    </div>
  )
}

/** On a tablet the price is below the grid: the total stays in sight at the bottom of the screen, with the way there. */
function TotalDock({ count, amount, onPay }: { count: number; amount: number | undefined; onPay(): void }) {
  return (
    <div className={dock.dock}>
      <span>{m.counter_chosen({ count })}</span>
      <b>{amount === undefined ? '…' : formatMoney(amount)}</b>
      <StaffButton icon="till" onClick={onPay}>
        {m.counter_to_payment()}
      </StaffButton>
    </div>
  )
}

/** After somebody was chosen the next key chooses floor: focuses the grid as soon as it is there, and again if loading made it anew. */
function useFloorFocus(floor: RefObject<HTMLElement | null>, isLoaded: boolean): (isWanted: boolean) => void {
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current) return
    const cell = floor.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')
    cell?.focus()
    isWanted.current = cell === null || cell === undefined || !isLoaded
  })
  return (wanted) => void (isWanted.current = wanted)
}

const searchOf = ({ facility, day, person }: CounterView) => ({ facility, day, person })

const isWithin = (slot: Slot, period: Slot): boolean =>
  slot.venue2ndId === period.venue2ndId &&
  Date.parse(slot.start) >= Date.parse(period.start) &&
  Date.parse(slot.end) <= Date.parse(period.end)

/** Slots that are chosen, beginning with those that the address asks for. */
function useChosen({ court, from, to, person }: CounterView, schedule: Parameters<typeof slotsAsked>[0] | undefined) {
  const [chosen, setChosen] = useState<Slot[]>(() => keptSaleOf(person)?.slots ?? [])
  useEffect(() => useKeptSale.setState({ sale: undefined }), [])
  const asked = useRef(court !== undefined)
  useEffect(() => {
    if (!asked.current || !schedule) return
    asked.current = false
    setChosen(slotsAsked(schedule, { court, from, to }, formatTime))
  }, [court, from, to, schedule])
  return { chosen, setChosen }
}

/**
 * One idempotency key for each sale: a sale that is sent again, because its answer was lost, is made once. It keeps its key when it is
 * changed meanwhile: then the answer says what was sold.
 */
function useSelling(onSold: (sold: Sold) => void, mobile: string) {
  const call = useStaffCall()
  const queryClient = useQueryClient()
  const key = useRef({ for: '', key: '', isAnswered: true })
  return async (sale: object): Promise<SaleAnswer> => {
    const text = JSON.stringify(sale)
    if (key.current.for !== text && key.current.isAnswered) key.current = { for: text, key: crypto.randomUUID(), isAnswered: true }
    key.current.isAnswered = false
    const sold = await call<SaleAnswer>('/api/Staff/Counter/Sale', sale, { key: key.current.key }).catch((error: unknown) => {
      key.current.isAnswered = error instanceof ApiProblem && error.status > 0
      throw error
    })
    key.current.isAnswered = true
    void queryClient.invalidateQueries({ queryKey: counterKey })
    void queryClient.invalidateQueries({ queryKey: tillsKey })
    onSold({ ...sold, mobile, way: (sale as { payment: { way: string } }).payment.way })
    return sold
  }
}

type Props = {
  schedule: CounterScheduleAnswer | undefined
  day: string
  chosen: readonly Slot[]
  onShow(where: { facility?: string; day?: string }): void
  onToggle(slot: Slot): void
  onPay(): void
}

/** Which floor: courts by hours of a day, one of which is the only tab stop. */
function FloorPanel({ schedule, day, chosen, onShow, onToggle, onPay }: Props) {
  return (
    <Panel title={m.counter_floor()}>
      <div className="cluster bottom gap-3">
        <SelectField
          label={m.counter_facility()}
          value={schedule?.facility ?? ''}
          onChange={(event) => onShow({ facility: event.target.value })}
          required={false}
        >
          {schedule?.facilities.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <div className={style.days}>
          <StaffButton icon="left" iconOnly onClick={() => onShow({ day: addDays(day, -1) })}>
            {m.counter_day_before()}
          </StaffButton>
          <TextField
            label={m.counter_day()}
            type="date"
            value={day}
            onChange={(event) => event.target.value && onShow({ day: event.target.value })}
            required={false}
          />
          <StaffButton icon="right" iconOnly onClick={() => onShow({ day: addDays(day, 1) })}>
            {m.counter_day_after()}
          </StaffButton>
        </div>
      </div>
      {schedule && <FloorGrid {...{ schedule, chosen, onToggle, onPay }} onPage={(step) => onShow({ day: addDays(day, step) })} />}
    </Panel>
  )
}
