import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { untilWords } from './order-words.ts'
import type { RefundStep } from './refund-steps.ts'
import style from './refund-terms.module.css'

/** What a cancellation refunds, and until when: shown before the button. */
export function RefundTerms({ steps }: { steps: RefundStep[] }) {
  if (steps.length === 0) return null
  const last = steps.length === 1 ? m.refund_from_now() : m.refund_after()
  return (
    <section className={style.terms} aria-label={m.refund_terms()}>
      <h2>{m.refund_terms()}</h2>
      <ul>
        {steps.map(({ until, amount }, n) => (
          <li key={until}>
            <span>{n === steps.length - 1 ? last : untilWords(until)}</span>
            <b data-none={amount === 0 || undefined}>{amount === 0 ? m.refund_nothing() : formatMoney(amount)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
