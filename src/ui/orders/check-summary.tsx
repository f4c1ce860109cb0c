import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { ComponentProps } from 'react'
import style from './check.module.css'
import { PayChoice } from './pay-choice.tsx'
import { Penalties } from './penalties.tsx'
import { RefundTerms } from './refund-terms.tsx'
import { refundSteps } from './refund-steps.ts'

/** Sum, identity, hours, payment deadline and refund terms: shown before the button. */
export function CheckSummary({ answer, way, onChoose }: ComponentProps<typeof PayChoice>) {
  const good = answer.items.flatMap(({ quoted, problems }) => (quoted && problems.length === 0 ? [quoted] : []))
  return (
    <div className="stack gap-4">
      <dl className={style.sum}>
        <div>
          <dt>{m.member_card_identity()}</dt>
          <dd>{answer.identity}</dd>
        </div>
        <div className={style.total}>
          <dt>{m.orders_amount_due()}</dt>
          <dd>{good.length === 0 ? '—' : answer.amount === 0 ? m.orders_free() : formatMoney(answer.amount)}</dd>
        </div>
      </dl>
      {answer.quota?.map(({ week, minutes, allowed }) => (
        <Hours key={week} minutes={minutes} allowed={allowed} week={week} />
      ))}
      {answer.amount > 0 && <PayChoice answer={answer} way={way} onChoose={onChoose} />}
      {answer.amount > 0 && <RefundTerms steps={refundSteps(good.map(({ refund }) => refund))} />}
      {good.length > 0 && <Penalties answer={answer} way={way} starts={good.map(({ start }) => new Date(start))} />}
    </div>
  )
}

const hours = (minutes: number) => String(minutes / 60)

/** Names the week of the booking, which need not be this one. */
function Hours({ minutes, allowed, week }: { minutes: number; allowed: number; week: string }) {
  const label = m.check_hours_week({ week: week.slice(5).replace('-', '/') })
  return (
    <div className={style.hours} data-over={minutes > allowed || undefined}>
      <span>{label}</span>
      <b>{m.check_hours_of({ hours: hours(minutes), allowed: hours(allowed) })}</b>
      <meter min={0} max={allowed} value={Math.min(minutes, allowed)} aria-label={label} />
    </div>
  )
}
