import { formatDate, formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { ViolationListAnswer } from '#modules/violations/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { AppealForm } from './appeal-form.tsx'
import { appealOf, kindWord, statusOf } from './violation-words.ts'
import style from './violations.module.css'

export type Point = ViolationListAnswer['points'][number]

/** One violation point: reason, expiry, and its appeal. */
export function PointCard({ point }: { point: Point }) {
  const locale = getLocale()
  const [open, setOpen] = useState(false)
  const day = (at: string) => formatDate(new Date(at), locale)
  const status = statusOf[point.status]
  const lives = point.status === 'counts' || point.status === 'used'
  return (
    <article className={style.point} aria-label={`${kindWord[point.kind]()} ${point.orderNo}`}>
      <div className={style.top}>
        <h3>{kindWord[point.kind]()}</h3>
        <Chip tone={status.tone}>{status.word()}</Chip>
      </div>
      <ul className={style.about}>
        {point.items.map(({ venue1stName, venue2ndName, start, end }) => (
          <li key={`${venue2ndName} ${start}`}>
            {venue1stName} {venue2ndName} · <time dateTime={start}>{formatPeriod(new Date(start), new Date(end), locale)}</time>
          </li>
        ))}
      </ul>
      {point.reason && <p className={style.text}>{m.violation_reason({ reason: point.reason })}</p>}
      <p className="soft">
        {m.violation_given({ day: day(point.at) })}
        {lives && ` · ${m.violation_goes({ day: day(point.expiresAt) })}`}
        {point.removal === 'paid-after-all' && ` · ${m.violation_paid_after_all()}`}
        {point.removal === 'came-after-all' && ` · ${m.violation_came_after_all()}`}
        {point.removal === 'withdrawn' && ` · ${m.violation_withdrawn()}`}
      </p>
      <p className="soft">
        <Link to="/member/order/overview" search={{ orderNo: point.orderNo }}>
          {m.orders_order({ orderNo: point.orderNo })}
        </Link>
      </p>
      {point.appeal && <AppealShown appeal={point.appeal} />}
      {point.mayAppeal && (
        <Disclosure label={m.violation_appeal()} offer={m.setting_open()} open={open} onOpen={setOpen}>
          <AppealForm pointId={point.id} />
        </Disclosure>
      )}
    </article>
  )
}

function AppealShown({ appeal }: { appeal: NonNullable<Point['appeal']> }) {
  const { word, tone } = appealOf[appeal.status]
  return (
    <div className={style.appeal}>
      <p>
        <b>{m.violation_my_appeal({ day: formatDate(new Date(appeal.sentAt), getLocale()) })}</b> <Chip tone={tone}>{word()}</Chip>
      </p>
      <p className={style.text}>{appeal.text}</p>
      {appeal.reason && <p>{m.violation_appeal_reason({ reason: appeal.reason })}</p>}
    </div>
  )
}
