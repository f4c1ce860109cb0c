import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { ViolationListAnswer } from '#modules/violations/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import detail from '#ui/orders/order-detail.module.css'
import { useQuery } from '@tanstack/react-query'
import { sayList } from '#ui/venues/venue-words.ts'
import { PointCard } from './point-card.tsx'
import { violationsQuery } from './violation-queries.ts'
import style from './violations.module.css'

/** Violation points with reason and expiry, a suspension with its end, and appeals. */
export function ViolationPage() {
  const { data: list } = useQuery(violationsQuery(useApi()))
  if (!list) return <div className={detail.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  return (
    <div className="stack gap-5">
      <header>
        <h1>{m.violation_title()}</h1>
        <p className={style.lead}>{m.violation_lead()}</p>
      </header>
      <Standing list={list} />
      {list.points.length > 0 && (
        <section aria-labelledby="points-title">
          <h2 id="points-title" className={style.subheading}>
            {m.violation_points()}
          </h2>
          <ul className={style.points}>
            {list.points.map((point) => (
              <li key={point.id}>
                <PointCard point={point} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Rules list={list} />
    </div>
  )
}

function Standing({ list: { suspension, counting, pointsToSuspend, neverSuspended, serverTime } }: { list: ViolationListAnswer }) {
  const moment = (at: string) => formatMoment(new Date(at), getLocale())
  if (suspension)
    return (
      <Callout
        tone="error"
        title={
          suspension.from > serverTime
            ? m.violation_suspended_later({ from: moment(suspension.from), until: moment(suspension.until) })
            : m.violation_suspended({ until: moment(suspension.until) })
        }
      >
        <p>
          {suspension.reason
            ? m.violation_suspended_by_staff({ reason: suspension.reason })
            : m.violation_suspended_text({ points: pointsToSuspend })}
        </p>
      </Callout>
    )
  return (
    <div className={style.count}>
      <p className={style.dots} role="img" aria-label={m.violation_count({ points: counting, most: pointsToSuspend })}>
        {Array.from({ length: pointsToSuspend }, (_, n) => (
          <span key={n} data-given={n < counting || undefined}>
            {n < counting && <Icon name="alert" size={18} />}
          </span>
        ))}
      </p>
      <div>
        <p>{counting === 0 ? m.violation_none() : m.violation_count({ points: counting, most: pointsToSuspend })}</p>
        {neverSuspended && <p className="soft">{m.violation_never()}</p>}
      </div>
    </div>
  )
}

function Rules({ list: { pointsToSuspend, pointDays, suspendDays, ...list } }: { list: ViolationListAnswer }) {
  const causes = [
    ...(list.forNoShow ? [m.violation_cause_no_show()] : []),
    ...(list.forExpired ? [m.violation_cause_expired()] : []),
    ...(list.lateCancelHours > 0 ? [m.violation_cause_late_cancel({ hours: list.lateCancelHours })] : []),
  ]
  return (
    <section className={style.rules} aria-labelledby="rules-title">
      <h2 id="rules-title" className={style.subheading}>
        {m.violation_rules()}
      </h2>
      <ul>
        {causes.length > 0 && <li>{m.violation_rule_points({ causes: sayList(causes) })}</li>}
        <li>{m.violation_rule_expire({ days: pointDays })}</li>
        <li>{m.violation_rule_suspend({ points: pointsToSuspend, within: pointDays, days: suspendDays })}</li>
        <li>{m.violation_rule_venue()}</li>
        <li>{m.violation_rule_appeal()}</li>
      </ul>
    </section>
  )
}
