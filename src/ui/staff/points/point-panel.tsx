import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { EvidenceAnswer } from '#modules/violations/office-wire.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { FileSheet } from '#ui/files/file-sheet.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { Facts } from '#ui/kit/facts.tsx'
import { OpenPanel } from '#ui/staff/kit/list-and-panel.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { appealOf, kindWord, statusOf } from '#ui/violations/violation-words.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PointActions } from './point-actions.tsx'
import { evidenceQuery } from './points-queries.ts'
import style from './points.module.css'

const momentText = (moment: string) => formatMoment(new Date(moment), getLocale())

type Props = { pointId: string; closed: string; onDecided(): Promise<void> }

/** One point with what speaks for and against it, and what can be done. */
export function PointPanel({ pointId, closed, onDecided }: Props) {
  const read = useQuery(evidenceQuery(useApi(), pointId))
  const { data } = read
  const title = data ? `${data.point.person.name || '—'} · ${kindWord[data.point.kind]()}` : m.staff_screen_points()
  const chip = data && <Chip tone={statusOf[data.point.status].tone}>{statusOf[data.point.status].word()}</Chip>
  return (
    <OpenPanel title={title} chip={chip} closed={closed}>
      <ReadFailure read={read} missing={m.points_missing()} />
      {data && (
        <>
          {data.appeal && <Appeal appeal={data.appeal} />}
          <PointActions evidence={data} onDecided={onDecided} />
          <Booking evidence={data} />
          <Messages evidence={data} />
          <Others evidence={data} />
        </>
      )}
    </OpenPanel>
  )
}

function Appeal({ appeal }: { appeal: NonNullable<EvidenceAnswer['appeal']> }) {
  const [viewed, view] = useState<UploadedFile>()
  const { file, text, status, sentAt, decidedAt, decidedBy, reason } = appeal
  return (
    <section className={style.part} aria-label={m.points_appeal()}>
      <h3>
        {m.points_appeal()} <Chip tone={appealOf[status].tone}>{appealOf[status].word()}</Chip>
      </h3>
      <blockquote className={style.said}>{text}</blockquote>
      <p className="soft">{momentText(sentAt)}</p>
      {file && <StaffButton onClick={() => view(file)}>{m.points_appeal_file({ name: file.name })}</StaffButton>}
      {decidedAt && (
        <p className="soft">{[appealOf[status].word(), decidedBy, momentText(decidedAt), reason].filter(Boolean).join(' · ')}</p>
      )}
      {viewed && <FileSheet file={viewed} onClose={() => view(undefined)} />}
    </section>
  )
}

function Booking({ evidence: { point, order, items } }: { evidence: EvidenceAnswer }) {
  return (
    <section className={style.part} aria-label={m.points_booking()}>
      <h3>
        {m.points_booking()} <Link {...toLocation(`/staff/orders?order=${point.orderNo}`)}>{point.orderNo}</Link>
      </h3>
      <ul className={style.lines}>
        {items.map((item) => (
          <li key={`${item.place} ${item.start}`}>
            <b>{item.place}</b> {formatPeriod(new Date(item.start), new Date(item.end), getLocale())}
            <small>{attendanceText(item)}</small>
          </li>
        ))}
      </ul>
      <Facts
        facts={[
          [m.points_given_at(), momentText(point.at)],
          point.reason !== '' && [m.person_reason(), point.reason],
          [m.points_placed_at(), momentText(order.createdAt)],
          order.payBefore !== null && [m.points_pay_before(), momentText(order.payBefore)],
          [m.points_paid_at(), order.paidAt === null ? m.points_not_paid() : momentText(order.paidAt)],
          point.removedAt !== null && [
            m.points_removed_at(),
            [momentText(point.removedAt), point.removedBy, point.removedReason].filter(Boolean).join(' · '),
          ],
        ]}
      />
    </section>
  )
}

function attendanceText({ cancelled, checkedInAt, checkedInBy, missedAt }: EvidenceAnswer['items'][number]): string {
  if (cancelled) return m.points_item_cancelled()
  if (checkedInAt) return m.points_item_came({ at: momentText(checkedInAt), by: checkedInBy ?? m.points_by_door() })
  return missedAt ? m.points_item_missed({ at: momentText(missedAt) }) : m.points_item_no_check_in()
}

function Messages({ evidence: { messages } }: { evidence: EvidenceAnswer }) {
  return (
    <section className={style.part} aria-label={m.points_messages()}>
      <h3>{m.points_messages()}</h3>
      {messages.length === 0 && <p className="soft">{m.points_no_messages()}</p>}
      <ul className={style.lines}>
        {messages.map(({ at, subject, channel, state, error }) => (
          <li key={`${at} ${subject}`}>
            {subject ?? (channel === 'sms' ? m.points_text_message() : '')}
            <small>
              {momentText(at)} · {state === 'failed' ? m.points_message_failed({ error: error ?? '' }) : m.points_message_sent()}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Others({ evidence: { others, counting, pointsToSuspend, suspension, point } }: { evidence: EvidenceAnswer }) {
  return (
    <section className={style.part} aria-label={m.points_others()}>
      <h3>
        {m.points_others()} <Link {...toLocation(`/staff/people?person=${point.person.id}`)}>{m.staff_order_person()}</Link>
      </h3>
      <p className="soft">{m.violation_count({ points: counting, most: pointsToSuspend })}</p>
      {suspension && <Callout tone="due" title={m.points_suspended_until({ until: momentText(suspension.until) })} />}
      {others.length === 0 && <p className="soft">{m.points_no_others()}</p>}
      <ul className={style.lines}>
        {others.map(({ id, kind, status, at, orderNo }) => (
          <li key={id}>
            {kindWord[kind]()} <Chip tone={statusOf[status].tone}>{statusOf[status].word()}</Chip>
            <small>
              {momentText(at)} · {orderNo}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
