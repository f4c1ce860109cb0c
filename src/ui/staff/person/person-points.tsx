import { formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { useViewer } from '#ui/session/viewer.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { WithdrawPointSheet } from '#ui/staff/kit/withdraw-point.tsx'
import { kindWord, statusOf } from '#ui/violations/violation-words.ts'
import { useState } from 'react'
import { mayDecide } from './may-decide.ts'
import style from './person.module.css'
import { usePersonCall } from './person-queries.ts'

type Point = PersonCardAnswer['points'][number]

const dayText = (moment: string) => formatDate(new Date(moment), getLocale())

/** Violation points. A manager withdraws one with a reason; a suspension with too few points left is lifted. */
export function PersonPoints({ card }: { card: PersonCardAnswer }) {
  const [withdrawn, setWithdrawn] = useState<Point>()
  const may = mayDecide(useViewer(), card.id)
  return (
    <Panel title={m.person_points()} lead={m.violation_count({ points: card.counting, most: card.pointsToSuspend })}>
      {card.points.length === 0 && <p className="soft">{m.person_no_points()}</p>}
      <ul className={style.list} aria-label={m.person_points()}>
        {card.points.map((point) => (
          <li key={point.id}>
            <p className="facts">
              {kindWord[point.kind]()} <Chip tone={statusOf[point.status].tone}>{statusOf[point.status].word()}</Chip>
            </p>
            <span className={style.soft}>
              {[
                point.reason,
                point.orderNo,
                m.violation_given({ day: dayText(point.at) }),
                m.violation_goes({ day: dayText(point.expiresAt) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {may && (point.status === 'counts' || point.status === 'used') && (
              <StaffButton
                look="quiet"
                aria-label={m.person_withdraw_named({ kind: kindWord[point.kind](), orderNo: point.orderNo })}
                onClick={() => setWithdrawn(point)}
              >
                {m.person_withdraw()}
              </StaffButton>
            )}
          </li>
        ))}
      </ul>
      {withdrawn && <WithdrawForm card={card} point={withdrawn} onClose={() => setWithdrawn(undefined)} />}
    </Panel>
  )
}

function WithdrawForm({ card, point, onClose }: { card: PersonCardAnswer; point: Point; onClose(): void }) {
  const call = usePersonCall()
  return (
    <WithdrawPointSheet
      point={point}
      toldName={card.email ? card.name : ''}
      onSend={(body) => call('/api/Staff/Person/Point/Withdraw', body, m.person_withdrawn())}
      onClose={onClose}
    />
  )
}
