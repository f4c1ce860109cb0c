import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import { dayOf } from '#lib/zone.ts'
import type { FoundPerson, PersonAnswer } from '#modules/desk/counter-wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { leastOf, peopleQuery } from './counter-queries.ts'
import type { Slot } from './chosen.ts'
import { NewGuest } from './new-guest.tsx'
import style from './counter.module.css'

/** Slots to sell, and where the grid shows the first of them. */
type AddLastWeek = (slots: Slot[], where: { facility: string; day: string }) => void
type Props = { person: PersonAnswer | undefined; onPerson(id: string | undefined): void; onAdd: AddLastWeek }

/** Who it is for: the mobile number first. */
export function PersonPanel({ person, onPerson, onAdd }: Props) {
  return (
    <Panel title={m.counter_who()}>
      {person ? <Chosen {...{ person, onAdd }} onOther={() => onPerson(undefined)} /> : <Find onPerson={onPerson} />}
    </Panel>
  )
}

function Chosen({ person, onAdd, onOther }: { person: PersonAnswer; onAdd: AddLastWeek; onOther(): void }) {
  return (
    <div className={style.person}>
      <div className={style.who}>
        <p className={style.name}>
          <b>{person.name}</b> <span className={style.tag}>{person.isGuest ? m.counter_guest() : m.counter_member()}</span>
          <span className={style.mobile}>{person.mobile}</span>
          <span>{person.identity.name}</span>
        </p>
        <StaffButton look="quiet" onClick={onOther}>
          {m.counter_other_person()}
        </StaffButton>
      </div>
      {person.suspendedUntil && (
        <Callout tone="error">{m.counter_suspended({ until: formatMoment(new Date(person.suspendedUntil), getLocale()) })}</Callout>
      )}
      {person.unpaid.length > 0 && <Unpaid orders={person.unpaid} />}
      {person.lastWeek.length > 0 && <LastWeek {...{ person, onAdd }} />}
    </div>
  )
}

/** What the person has ordered and not paid; each order's page takes the money. */
function Unpaid({ orders }: { orders: PersonAnswer['unpaid'] }) {
  return (
    <section className={style.lastWeek} aria-label={m.counter_unpaid()}>
      <h3>{m.counter_unpaid_sum({ amount: formatMoney(orders.reduce((sum, { amount }) => sum + amount, 0)) })}</h3>
      <ul>
        {orders.map(({ orderNo, amount, title, first }) => (
          <li key={orderNo}>
            {first
              ? `${first.facility} ${first.court} ${formatPeriod(new Date(first.start), new Date(first.end), getLocale())}`
              : (title ?? orderNo)}{' '}
            <Link to="/staff/orders" search={{ order: orderNo }}>
              {m.staff_order_take({ amount: formatMoney(amount) })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the person had booked last week, a week later: what can be had goes into the sale with one press. */
function LastWeek({ person: { lastWeek, suspendedUntil }, onAdd }: { person: PersonAnswer; onAdd: AddLastWeek }) {
  const free = lastWeek.filter(({ problem }) => problem === null)
  return (
    <section className={style.lastWeek} aria-label={m.counter_last_week()}>
      <h3>{m.counter_last_week()}</h3>
      <ul>
        {lastWeek.map((one) => (
          <li key={`${one.venue2ndId} ${one.start}`} data-taken={one.problem !== null || undefined}>
            {one.venue1stName} {one.venue2ndName} {formatPeriod(new Date(one.start), new Date(one.end), getLocale())}{' '}
            {one.problem ? <em>{one.problem.title}</em> : <LastWeekPrice now={one.total ?? 0} before={one.totalBefore} />}
          </li>
        ))}
      </ul>
      {free.length > 0 && !suspendedUntil && (
        <StaffButton
          icon="restore"
          onClick={() => onAdd(free.flatMap(slotsOf), { facility: free[0]!.facility, day: dayOf(new Date(free[0]!.start)) })}
        >
          {m.counter_last_week_free({ count: free.length })}
        </StaffButton>
      )}
    </section>
  )
}

const LastWeekPrice = ({ now, before }: { now: number; before: number }) => (
  <>
    <b>{formatMoney(now)}</b>
    {now !== before && <em> ({m.counter_last_week_price({ before: formatMoney(before) })})</em>}
  </>
)

const slotsOf = ({ venue2ndId, slots, venue1stName, venue2ndName }: PersonAnswer['lastWeek'][number]): Slot[] =>
  slots.map(({ start, end }) => ({ venue2ndId, start, end, where: `${venue1stName} ${venue2ndName}` }))

/** The value a moment after the last key, so that each key does not ask the server. */
function useSettled(value: string): string {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), 120)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

function Find({ onPerson }: { onPerson(id: string): void }) {
  const [words, setWords] = useState('')
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
  const asked = useSettled(words.trim())
  const [api, queryClient] = [useApi(), useQueryClient()]
  const { data, isFetching } = useQuery(peopleQuery(api, asked))
  const isAsked = asked.length >= leastOf(asked)
  const found = !isAsked ? [] : (data?.items ?? [])
  const isNobody = isAsked && asked === words.trim() && !isFetching && found.length === 0
  const choose = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      field.current?.querySelector<HTMLElement>('li button')?.focus()
    }
    if (event.key === 'Enter') void chooseOnly(event.currentTarget)
  }
  // Asks at once, and waits for the answer: nobody who types fast has to wait for the list.
  const chooseOnly = async (input: HTMLInputElement) => {
    const typed = input.value.trim()
    if (typed.length < leastOf(typed)) return
    const answer = await queryClient.fetchQuery(peopleQuery(api, typed)).catch(() => undefined)
    if (answer?.items.length === 1 && input.isConnected && input.value.trim() === typed) onPerson(answer.items[0]!.memberId)
  }
  return (
    <div ref={field} className="stack">
      <TextField
        label={m.counter_who_label()}
        hint={m.counter_who_hint()}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={choose}
        inputMode="tel"
        autoComplete="off"
        maxLength={60}
        required={false}
      />
      <p className="sr-only" role="status">
        {isAsked ? m.counter_found_count({ count: found.length }) : ''}
      </p>
      <FoundList found={found} onPerson={onPerson} />
      {(isNobody || asked.length >= 4) && (
        <NewGuest key={isNobody ? 'open' : 'closed'} words={asked} isOpen={isNobody} onPerson={onPerson} />
      )}
    </div>
  )
}

function FoundList({ found, onPerson }: { found: FoundPerson[]; onPerson(id: string): void }) {
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const all = [...event.currentTarget.querySelectorAll('button')]
    all.at(Math.min(all.length - 1, Math.max(0, all.indexOf(document.activeElement as HTMLButtonElement) + step)))?.focus()
  }
  if (found.length === 0) return null
  return (
    // The keys move between the buttons; the list itself is no control.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul className={style.found} onKeyDown={move}>
      {found.map((one) => (
        <li key={one.memberId}>
          <Button look="secondary" wide onClick={() => onPerson(one.memberId)}>
            <b>{one.name}</b>
            <span className={style.mobile}>{one.mobile}</span>
            <span className={style.tag}>{one.isGuest ? m.counter_guest() : m.counter_member()}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
