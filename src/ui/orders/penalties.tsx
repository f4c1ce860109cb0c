import { m } from '#i18n/generated/messages.js'
import type { CheckAnswer } from '#modules/orders/wire.ts'
import { isByNumber } from '#modules/payments/way-rules.ts'
import { isLateCancel } from '#modules/refunds/rules.ts'
import type { WayToPay } from './pay-choice.tsx'
import style from './refund-terms.module.css'

type Props = { answer: CheckAnswer; way: WayToPay; starts: Date[] }

function expiredWords(way: WayToPay, minutes: number): string {
  if (way === 'desk') return m.penalty_expired_desk()
  if (way === 'atm') return m.penalty_expired_atm({ minutes })
  return isByNumber(way) ? m.penalty_expired_store({ minutes }) : m.penalty_expired({ minutes })
}

/** What costs a violation point and what points lead to: shown before the button. */
export function Penalties({ answer: { penalties, payMinutes, amount, serverTime }, way, starts }: Props) {
  const { lateCancelHours: hours, noShowMinutes, forExpired, pointsToSuspend, pointDays, suspendDays } = penalties
  const isLate = starts.some((start) => isLateCancel(start, hours, new Date(serverTime)))
  const causes = [
    ...(hours > 0 ? [isLate ? m.penalty_late_cancel_now({ hours }) : m.penalty_late_cancel({ hours })] : []),
    ...(forExpired && amount > 0 ? [expiredWords(way, payMinutes)] : []),
    ...(noShowMinutes === null ? [] : [m.penalty_no_show({ minutes: noShowMinutes })]),
  ]
  if (causes.length === 0) return null
  return (
    <section className={style.terms} aria-label={m.violation_points()}>
      <h2>{m.violation_points()}</h2>
      <ul>
        {causes.map((cause) => (
          <li key={cause}>
            <span>{cause}</span>
            <b>{m.penalty_point()}</b>
          </li>
        ))}
      </ul>
      <p>{m.violation_rule_suspend({ points: pointsToSuspend, within: pointDays, days: suspendDays })}</p>
    </section>
  )
}
