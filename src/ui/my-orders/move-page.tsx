import { formatMoment, formatPeriod, formatTime } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { OwnMoveAnswer, OwnMoveOptions } from '#modules/orders/moving-wire.ts'
import { ForOtherRoles } from '#ui/session/for-other-roles.tsx'
import { useMay } from '#ui/session/may.ts'
import { useApi } from '#ui/session/use-api.ts'
import { DayStrip } from '#ui/availability/day-strip.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { Facts } from '#ui/kit/facts.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { RadioChips } from '#ui/kit/radio-chips.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useInSight } from '#ui/kit/use-in-sight.ts'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { forgetIdempotencyKey, idempotencyKeyFor } from '#ui/orders/idempotency-key.ts'
import detail from '#ui/orders/order-detail.module.css'
import { moveQuery, useOrdersChanged } from '#ui/orders/order-queries.ts'
import order from '#ui/orders/order.module.css'
import { Ticket } from '#ui/orders/ticket.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import style from './move-page.module.css'

/** How the difference goes back where it becomes cheaper. */
const backWords: Record<OwnMoveOptions['backBy'], (said: { amount: string }) => string> = {
  card: m.move_back,
  desk: m.move_back_desk,
  voucher: m.move_back_voucher,
  bank: m.move_back_bank,
  mixed: m.move_back_mixed,
}

type Props = { orderNo: string; itemId: string; date: string | undefined }

/** A member moves a booking: a day, a time, a court, and what it costs, before anything changes. */
export function MovePage({ orderNo, itemId, date }: Props) {
  const { data: options, error } = useQuery(moveQuery(useApi(), itemId, date))
  const may = useMay('POST /api/Order/Booking/{id}/Move')
  if (error && !options) throw error
  if (!options) return <div className={detail.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  const { problem, movesLeft, until } = options
  return (
    <div className="stack gap-5">
      <header className={detail.head}>
        <h1>{m.move_title()}</h1>
      </header>
      <div className="beside">
        <section className={order.card} aria-label={m.move_now_at()}>
          <p className={order.number}>{m.move_now_at()}</p>
          <Ticket item={options} aside={<b>{formatMoney(options.worth)}</b>} />
          {!problem && (
            <p className={detail.parts}>{m.move_left({ count: movesLeft, until: formatMoment(new Date(until), getLocale()) })}</p>
          )}
        </section>
        {problem || !may ? (
          <div className="does">{problem && may ? <Callout tone="due" title={problem.title} /> : <ForOtherRoles />}</div>
        ) : (
          <Choosing key={options.moves} orderNo={orderNo} options={options} />
        )}
      </div>
    </div>
  )
}

function Choosing({ orderNo, options }: { orderNo: string; options: OwnMoveOptions }) {
  const [wanted, setWanted] = useState<{ start?: string; court?: number }>({})
  const choices = choicesOf(options)
  const times = timesOf(choices)
  const at = choices.filter(({ start }) => start === wanted.start)
  const chosen = courtAt(at, wanted.court, options.venue2ndId)
  return (
    <>
      <div className="does stack gap-5">
        <section className="stack">
          <h2>{m.move_choose_day()}</h2>
          <DayStrip today={options.firstDay} last={options.lastDay} day={options.date} />
        </section>
        {times.length === 0 ? (
          <Callout tone="info" title={m.move_none()} role="status" />
        ) : (
          <section className="stack">
            <h2>{m.move_time()}</h2>
            <RadioChips
              legend={m.move_time()}
              value={chosen?.start ?? ''}
              options={times.map(({ start, label }) => ({ value: start, label }))}
              onChange={(start) => setWanted((before) => ({ ...before, start }))}
            />
          </section>
        )}
        {chosen && (
          <section className="stack">
            <h2>{m.move_court()}</h2>
            <RadioChips
              legend={m.move_court()}
              value={chosen.venue2ndId}
              options={at.map((one) => ({ value: one.venue2ndId, label: courtLabel(one, at) }))}
              onChange={(court) => setWanted((before) => ({ ...before, court }))}
            />
          </section>
        )}
      </div>
      {chosen && <Confirm orderNo={orderNo} options={options} chosen={chosen} />}
    </>
  )
}

/** The new court and time, what becomes of the difference, and the button. */
function Confirm({ orderNo, options, chosen }: { orderNo: string; options: OwnMoveOptions; chosen: Choice }) {
  const api = useApi()
  const navigate = useNavigate()
  const changed = useOrdersChanged()
  const { busy, ready, refused, form } = useSubmit(async () => {
    const { venue2ndId, start, end, total } = chosen
    const wish = { venue2ndId, start, end, moves: options.moves, total }
    const headers = { 'idempotency-key': idempotencyKeyFor({ move: options.id, ...wish }) }
    try {
      const { topUp } = await api.post<OwnMoveAnswer>(`/api/Order/Booking/${options.id}/Move`, wish, { headers })
      forgetIdempotencyKey()
      if (!topUp) toast('success', m.move_done())
      await (topUp
        ? navigate({ to: '/member/order/payment-complete', search: { orderNo: topUp.orderNo }, replace: true })
        : navigate({ to: '/member/order/overview', search: { orderNo }, replace: true }))
    } finally {
      void changed()
    }
  })
  const shown = useInSight<HTMLDivElement>(`${chosen.start} ${chosen.venue2ndId}`)
  const { difference, total, kept, refundCap, refundMost } = chosen
  const amount = formatMoney(Math.abs(difference))
  return (
    <form className={`${order.card} ${style.confirm}`} aria-label={m.move_new()} {...form}>
      <Facts
        facts={[
          [
            m.move_new(),
            `${chosen.venue1stName} ${chosen.venue2ndName}　${formatPeriod(new Date(chosen.start), new Date(chosen.end), getLocale())}`,
          ],
          [
            m.move_price(),
            difference === 0
              ? m.move_price_same({ amount: formatMoney(total) })
              : m.move_price_change({ before: formatMoney(options.worth), after: formatMoney(total) }),
          ],
        ]}
      />
      {difference < 0 && <p>{backWords[options.backBy]({ amount })}</p>}
      {kept > 0 && <p>{m.move_kept({ listed: formatMoney(total - kept), kept: formatMoney(kept) })}</p>}
      {difference > 0 && <p>{m.move_top_up({ amount, minutes: options.payMinutes })}</p>}
      {refundCap < 100 && (
        <p className={detail.parts}>{refundMost > 0 ? m.move_cap({ amount: formatMoney(refundMost) }) : m.move_cap_none()}</p>
      )}
      <FormProblem refused={refused} />
      <div ref={shown}>
        <Button type="submit" wide busy={busy || !ready}>
          {difference === 0 ? m.move_confirm() : difference > 0 ? m.move_confirm_top_up({ amount }) : m.move_confirm_back({ amount })}
        </Button>
      </div>
    </form>
  )
}

/** A free spot: court, time and what it costs there. */
type Choice = OwnMoveOptions['facilities'][number]['courts'][number]['spots'][number] & {
  venue1stName: string
  venue2ndId: number
  venue2ndName: string
}

const choicesOf = ({ facilities }: OwnMoveOptions): Choice[] =>
  facilities.flatMap(({ venue1stName, courts }) =>
    courts.flatMap(({ venue2ndId, venue2ndName, spots }) => spots.map((spot) => ({ ...spot, venue1stName, venue2ndId, venue2ndName }))),
  )

/** Times of the day, each once, with the smallest difference of its courts. */
function timesOf(choices: Choice[]): { start: string; label: string }[] {
  return [...Map.groupBy(choices, ({ start }) => start).entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([start, at]) => ({ start, label: timeLabel(formatTime(new Date(start)), Math.min(...at.map(({ difference }) => difference))) }))
}

function timeLabel(time: string, difference: number): string {
  const amount = formatMoney(Math.abs(difference))
  if (difference === 0) return m.move_same({ time })
  return difference > 0 ? m.move_more({ time, amount }) : m.move_less({ time, amount })
}

/** Name of the court, with the hall where there are several, and its difference where the courts of this time differ. */
function courtLabel({ venue1stName, venue2ndName, difference }: Choice, at: Choice[]): string {
  const court = at.some((one) => one.venue1stName !== venue1stName) ? `${venue1stName} ${venue2ndName}` : venue2ndName
  if (difference === 0 || at.every((one) => one.difference === difference)) return court
  const amount = formatMoney(Math.abs(difference))
  return difference > 0 ? m.move_court_more({ court, amount }) : m.move_court_less({ court, amount })
}

/** The court that is chosen by itself at another time: the same as before, or the booking's own, or the first. */
const courtAt = (at: Choice[], before: number | undefined, own: number): Choice | undefined =>
  at.find(({ venue2ndId }) => venue2ndId === before) ?? at.find(({ venue2ndId }) => venue2ndId === own) ?? at[0]
