import { formatDay, formatHours, formatMoment, formatPeriod, formatTime } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { joinList } from '#i18n/join.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { dayOf } from '#lib/zone.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { learnServerTime, useServerTime } from '#ui/kit/server-clock.ts'
import { QrCode } from '#ui/kit/qr-code.tsx'
import { FacilityDrawing } from '#ui/orders/facility-drawing.tsx'
import { MoveLink } from '#ui/orders/move-link.tsx'
import { MovedLine } from '#ui/orders/moved-line.tsx'
import { FacilityPhoto } from '#ui/venues/facility-picture.tsx'
import { Link } from '@tanstack/react-router'
import { useEffect, type CSSProperties } from 'react'
import type { TicketHall, TicketItemAnswer } from './ticket-days.ts'
import style from './ticket-item.module.css'
import { TicketPlace } from './ticket-place.tsx'
import { sayTimeLeft } from './time-left.ts'

type Props = {
  orderNo: string
  item: TicketItemAnswer
  /** Shows where the court is in its hall, and what can be done with the ticket. */
  hall?: TicketHall | undefined
  /** Who plays along. */
  players?: readonly string[]
  serverTime: string
}

/** The ticket of one period, as one shows it at the door: its time, its code, its court. */
export function TicketItem({ orderNo, item, hall, players, serverTime }: Props) {
  const [start, end] = [new Date(item.start), new Date(item.end)]
  return (
    <article
      className={style.ticket}
      style={{ '--court': item.colour } as CSSProperties}
      data-gone={item.code === null || undefined}
      aria-label={`${item.venue2ndName} ${formatPeriod(start, end, getLocale())}`}
    >
      <header className={style.head}>
        {item.picture && (
          <div className={style.place}>
            <FacilityPhoto picture={item.picture} sizes="(width >= 768px) 36rem, 100vw" alt="" first />
          </div>
        )}
        <FacilityDrawing drawing={item.drawing} className={style.drawing} />
        <h2>
          <time dateTime={item.start}>
            <span>{formatDay(start, getLocale())}</span> <b>{formatHours(start, end, getLocale())}</b>
          </time>
        </h2>
        <p>
          <b>{item.venue2ndName}</b> · {item.venue1stName}
        </p>
        {players && players.length > 0 && (
          <p className={style.players}>
            <Icon name="people" size={18} />
            <span>{m.players_with({ names: joinList(players, getLocale()) })}</span>
          </p>
        )}
        {item.code !== null && !item.checkedInAt && <TimeLeft item={item} serverTime={serverTime} />}
      </header>
      <div className={style.show}>
        <MovedLine item={item} className={style.moved} />
        {item.code && <QrCode text={item.code} label={m.ticket_code({ court: item.venue2ndName })} />}
        {item.typedCode && (
          <p className={style.typed}>
            <span>{m.ticket_typed()}</span> <b>{item.typedCode}</b>
          </p>
        )}
        <Standing item={item} serverTime={serverTime} />
        <MoveLink orderNo={orderNo} item={item} />
      </div>
      {hall && <TicketPlace orderNo={orderNo} item={item} hall={hall} />}
    </article>
  )
}

/** Counts to the start, then to the end. A timer, which screen readers read when asked and do not announce by themselves. */
function TimeLeft({ item, serverTime }: { item: TicketItemAnswer; serverTime: string }) {
  useEffect(() => learnServerTime(serverTime, Date.now()), [serverTime])
  const period = { start: Date.parse(item.start), end: Date.parse(item.end) }
  const left = useServerTime(serverTime, (now) => sayTimeLeft(period, now))
  return left === '' ? null : (
    <p className={style.left} role="timer">
      <Icon name="clock" size={18} />
      {left}
    </p>
  )
}

/** State of the period in words. */
function Standing({ item, serverTime }: { item: TicketItemAnswer; serverTime: string }) {
  if (item.status === 'cancelled') return <Chip>{m.orders_state_cancelled()}</Chip>
  if (item.attendance === 'no-show')
    return (
      <>
        <Chip tone="danger">{m.orders_state_no_show()}</Chip>
        <Link to="/member/violation">{m.violation_see()}</Link>
      </>
    )
  if (item.checkedInAt)
    return (
      <p className={style.in} role="status">
        <Icon name="check" size={20} />
        {m.ticket_checked_in({ when: formatMoment(new Date(item.checkedInAt), getLocale()) })}
      </p>
    )
  // Without a court there is no code; the line beside the court says why.
  if (item.parked) return null
  if (item.code === null) return <Chip>{m.ticket_over()}</Chip>
  const isOpen = new Date(item.checkInFrom) <= new Date(serverTime)
  return (
    <p className={style.hint}>
      {isOpen ? <b>{m.ticket_open_now()}</b> : m.ticket_opens({ when: opening(item) })}
      <br />
      {m.ticket_come_before({ time: formatTime(new Date(item.comeBefore)) })}
    </p>
  )
}

/** Start of the check-in: only the time, or with the date when it is on another day. */
function opening({ checkInFrom, start }: TicketItemAnswer): string {
  const opens = new Date(checkInFrom)
  return dayOf(opens) === dayOf(new Date(start)) ? formatTime(opens) : formatMoment(opens, getLocale())
}
