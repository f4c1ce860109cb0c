import { m } from '#i18n/generated/messages.js'
import { formatAgo, formatDay, formatMoment, formatTime } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import { dayOf } from '#lib/zone.ts'
import type { ParkedBooking } from '#modules/desk/wire.ts'
import type { ExpectedBooking, TodayAnswer, UnpaidOrder } from '#modules/desk/today-wire.ts'
import type { ScreenRole } from '#navigation/staff-screens.ts'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { addressFor } from '#ui/staff/kit/waiting.ts'
import { Link } from '@tanstack/react-router'
import { minutesBetween } from '#ui/staff/kit/age.ts'
import { AllOf, glance, LineList, ListLine } from './list-line.tsx'

type Spot = { facility: { code: string; name: string }; court: { name: string }; start: string }

const boardAddress = ({ facility, start }: Spot, booking?: string) =>
  `/staff/board?${new URLSearchParams({ facility: facility.code, day: dayOf(new Date(start)), ...(booking && { booking }) })}`
const courtText = ({ facility, court }: Spot) => `${facility.name} ${court.name}`

/** Those who have not come although their time has begun: the nearest to a no-show first. */
export function LatePanel({ late, noShowMinutes, now }: { late: TodayAnswer['late']; noShowMinutes: number; now: Date }) {
  return (
    <Panel title={m.today_late({ count: late.total })} actions={<CheckInLink />}>
      <LineList none={m.today_late_none()} rest={<AllOf total={late.total} address="/staff/checkin" />}>
        {late.items.slice(0, glance).map((booking) => (
          <ListLine
            key={booking.id}
            {...expectedLine(booking)}
            aside={lateText(minutesBetween(new Date(booking.start), now), noShowMinutes)}
            tone="danger"
          />
        ))}
      </LineList>
    </Panel>
  )
}

const lateText = (minutes: number, noShowMinutes: number) =>
  minutes < noShowMinutes ? m.today_late_since({ minutes, left: noShowMinutes - minutes }) : m.today_late_over({ minutes })

export function ArrivalsPanel({ arrivals }: { arrivals: TodayAnswer['arrivals'] }) {
  return (
    <Panel title={m.today_arrivals({ count: arrivals.total })} actions={<CheckInLink />}>
      <LineList none={m.today_arrivals_none()} rest={<AllOf total={arrivals.total} address="/staff/checkin" />}>
        {arrivals.items.slice(0, glance).map((booking) => (
          <ListLine
            key={booking.id}
            {...expectedLine(booking)}
            {...(booking.toPay > 0 && { aside: m.board_to_pay({ amount: formatMoney(booking.toPay) }), tone: 'due' as const })}
          />
        ))}
      </LineList>
    </Panel>
  )
}

const expectedLine = (booking: ExpectedBooking) => ({
  lead: formatTime(new Date(booking.start)),
  title: booking.name,
  address: boardAddress(booking, booking.id),
  text: courtText(booking),
})

const CheckInLink = () => <Link to="/staff/checkin">{m.staff_screen_checkin()}</Link>

export function UnpaidPanel({ unpaid, roles }: { unpaid: TodayAnswer['unpaid']; roles: readonly ScreenRole[] }) {
  return (
    <Panel title={m.today_unpaid({ count: unpaid.total })}>
      <LineList
        none={m.today_unpaid_none()}
        rest={<AllOf total={unpaid.total} address={addressFor('/staff/orders?status=awaiting-payment', roles)} />}
      >
        {unpaid.items.slice(0, glance).map((order) => (
          <ListLine
            key={order.orderNo}
            lead={m.today_before({ time: formatTime(new Date(order.payBefore)) })}
            title={order.name}
            address={
              addressFor(`/staff/orders?order=${order.orderNo}`, roles) ??
              (order.booking ? boardAddress(order.booking, order.booking.id) : undefined)
            }
            text={[unpaidText(order), order.payAtDesk && m.board_pays_on_arrival()].filter(Boolean).join(' · ')}
            aside={formatMoney(order.amount)}
            tone="due"
          />
        ))}
      </LineList>
    </Panel>
  )
}

function unpaidText({ title, booking, orderNo }: UnpaidOrder): string {
  if (!booking) return title ?? orderNo
  const start = new Date(booking.start)
  const first = `${courtText(booking)} ${formatDay(start, getLocale())} ${formatTime(start)}`
  return booking.count > 1 ? m.today_and_more({ first, count: booking.count - 1 }) : first
}

/** Bookings without a court: somebody has to place them. */
export function ParkedPanel({ parked, now }: { parked: readonly ParkedBooking[]; now: Date }) {
  if (parked.length === 0) return null
  const locale = getLocale()
  return (
    <Panel title={m.today_parked({ count: parked.length })} lead={m.today_parked_lead()}>
      <LineList none="" rest={<AllOf total={parked.length} address="/staff/board" />}>
        {parked.slice(0, glance).map((item) => (
          <ListLine
            key={item.id}
            {...parkedLine(item)}
            aside={
              item.overdue
                ? m.board_parked_overdue()
                : m.board_parked_since({ name: item.parkedBy, since: formatAgo(new Date(item.parkedAt), now, locale) })
            }
            tone={item.overdue ? 'danger' : 'due'}
          />
        ))}
      </LineList>
    </Panel>
  )
}

/** Bookings without a court whose members have to answer an offer: nothing that staff have to do. */
export function OfferedPanel({ offered }: { offered: TodayAnswer['offered'] }) {
  if (offered.total === 0) return null
  return (
    <Panel title={m.today_offered({ count: offered.total })} lead={m.today_offered_lead()}>
      <LineList none="" rest={<AllOf total={offered.total} address="/staff/closures" />}>
        {offered.items.slice(0, glance).map((item) => (
          <ListLine
            key={item.id}
            {...parkedLine(item)}
            aside={m.today_offered_until({ time: formatMoment(new Date(item.offeredUntil!), getLocale()) })}
          />
        ))}
      </LineList>
    </Panel>
  )
}

const parkedLine = (item: ParkedBooking) => ({
  lead: formatTime(new Date(item.start)),
  title: item.name,
  address: boardAddress(item, item.id),
  text: `${courtText(item)} ${formatDay(new Date(item.start), getLocale())}`,
})
