import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { RefundAnswer } from '#modules/refunds/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import order from '#ui/orders/order.module.css'
import { Link } from '@tanstack/react-router'
import { RefundWayOn } from './refund-way-on.tsx'
import { refundTone, refundWord } from './refund-words.ts'
import style from './refunds.module.css'

/** One refund: how much, how it stands, what has happened, and what the member can do about it. */
export function RefundCard({ refund }: { refund: RefundAnswer }) {
  const { refundNo, orderNo, status, amount, nextWays } = refund
  return (
    <article
      id={refundNo}
      className={order.card}
      data-tone={nextWays.length > 0 ? 'due' : undefined}
      aria-label={m.refund_one({ refundNo })}
    >
      <div className={order.top}>
        <Chip tone={refundTone(status)}>{refundWord(status)}</Chip>
        <p className={order.number}>{refundNo}</p>
      </div>
      <p className={order.amount}>
        <span>{m.refund_amount()}</span>
        <b>{formatMoney(amount)}</b>
      </p>
      <ul className={style.lines}>
        {refund.items.map((item, n) => (
          <li key={item.id ?? n}>
            <span>{lineWords(item, refund)}</span>
            <b>{formatMoney(item.amount)}</b>
          </li>
        ))}
      </ul>
      <p className={style.why}>
        {refund.causeText} · {wayWords(refund)} ·{' '}
        <Link to="/member/order/overview" search={{ orderNo }}>
          {m.orders_order({ orderNo })}
        </Link>
      </p>
      <Steps refund={refund} />
      <RefundWayOn refund={refund} />
    </article>
  )
}

function lineWords(
  { venue1stName, venue2ndName, start, end, percent }: RefundAnswer['items'][number],
  { causeText }: RefundAnswer,
): string {
  if (venue1stName === null || start === null || end === null) return causeText
  return `${venue1stName} ${venue2ndName} · ${formatPeriod(new Date(start), new Date(end), getLocale())} · ${percent}%`
}

function wayWords({ way, account }: RefundAnswer): string {
  if (way === 'none') return m.refund_way_none()
  if (way === 'card') return m.refund_way_card()
  return account ? `${m.refund_way_bank()} ${account.bankCode} ${account.bankAccount}` : m.refund_way_bank()
}

function Steps({ refund: { steps, refundNo } }: { refund: RefundAnswer }) {
  return (
    <ol className={style.steps} aria-label={m.refund_steps()}>
      {steps.map(({ status, at, note }) => (
        <li
          key={`${refundNo} ${status} ${at}`}
          data-done={at !== null || undefined}
          data-bad={status === 'failed' || status === 'rejected' || undefined}
        >
          <span className={style.mark}>
            {at !== null && <Icon name={status === 'failed' || status === 'rejected' ? 'alert' : 'check'} size={16} />}
          </span>
          <div>
            <b>{refundWord(status)}</b>
            <span className={style.why}>{at === null ? m.refund_step_ahead() : formatMoment(new Date(at), getLocale())}</span>
            {note !== '' && <p className={style.why}>{note}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
