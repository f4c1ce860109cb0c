import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { RefundTermsAnswer } from '#modules/refunds/wire.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import order from '#ui/orders/order.module.css'
import list from '#ui/orders/order-list.module.css'
import style from './refunds.module.css'

/** An hour that is moved while half of its price would come back. */
function movedExample(): Record<'price' | 'allowed' | 'next' | 'gone' | 'left', string> & { percent: number } {
  const sums = { price: 400, allowed: 200, next: 250, gone: 150, left: 50 }
  const said = Object.entries(sums).map(([key, sum]) => [key, formatMoney(sum)] as const)
  return { ...(Object.fromEntries(said) as Record<keyof typeof sums, string>), percent: 50 }
}

/** How refunds work, with the tiers that the server applies, and a link to apply. */
export function TermsPage({ terms: { hourly, sessions, lateCancelHours } }: { terms: RefundTermsAnswer }) {
  return (
    <div className={list.page}>
      <header>
        <h1>{m.refund_terms_title()}</h1>
        <p className={list.lead}>{m.refund_terms_lead()}</p>
      </header>
      <div className={style.tables}>
        <Tiers title={m.refund_terms_hourly()} tiers={hourly} />
        <Tiers title={m.refund_terms_sessions()} tiers={sessions} />
      </div>
      <section className={order.card}>
        <h2>{m.refund_terms_rules()}</h2>
        <ul className={style.rules}>
          <li>{m.refund_terms_rule_days()}</li>
          <li>{m.refund_terms_rule_closure()}</li>
          <li>{m.refund_terms_rule_moved(movedExample())}</li>
          {lateCancelHours > 0 && <li>{m.refund_terms_rule_late({ hours: lateCancelHours })}</li>}
          <li>{m.refund_terms_rule_deposit()}</li>
          <li>{m.refund_terms_rule_frees()}</li>
        </ul>
      </section>
      <section className={order.card}>
        <h2>{m.refund_terms_how()}</h2>
        <ol className={style.rules}>
          {[m.refund_terms_how_1, m.refund_terms_how_2, m.refund_terms_how_3, m.refund_terms_how_4].map((step) => (
            <li key={step()}>{step()}</li>
          ))}
        </ol>
        <div className={order.actions}>
          <ButtonLink to="/member/order/overview">{m.refund_terms_apply()}</ButtonLink>
          <ButtonLink to="/member/order/refund" look="secondary">
            {m.refund_list_title()}
          </ButtonLink>
        </div>
      </section>
    </div>
  )
}

function Tiers({ title, tiers }: { title: string; tiers: RefundTermsAnswer['hourly'] }) {
  return (
    <table className={style.tiers}>
      <caption>
        <span>{title}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{m.refund_terms_when()}</th>
          <th scope="col">{m.refund_terms_back()}</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map(({ days, percent }, n) => (
          <tr key={days}>
            <th scope="row">{daysWords(days, tiers[n - 1]?.days)}</th>
            <td data-none={percent === 0 || undefined}>
              <span className={style.bar} aria-hidden>
                <span style={{ width: `${percent}%` }} />
              </span>
              {percent === 0 ? m.refund_nothing() : `${percent}%`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A tier in words: three days or more; one to two; less. */
function daysWords(days: number, before: number | undefined): string {
  if (before === undefined) return m.refund_terms_days_or_more({ days })
  if (days === 0) return before === 1 ? m.refund_terms_same_day() : m.refund_terms_less({ days: before })
  return m.refund_terms_days_between({ from: days, to: before - 1 })
}
