import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { OneOrderAnswer } from '#modules/orders/wire.ts'
import style from './order-balance.module.css'

type Props = { balance: NonNullable<OneOrderAnswer['balance']> }

/** What was paid for an order, what goes back and why, and what remains: the lines sum up. */
export function OrderBalance({ balance: { lines, rest, parts } }: Props) {
  return (
    <section className={style.balance} aria-labelledby="order-balance">
      <h2 id="order-balance">{m.balance_title()}</h2>
      <ul>
        {lines.map(({ at, words, amount }) => (
          <li key={`${at} ${words}`}>
            <span>
              {words}
              <small>{formatMoment(new Date(at), getLocale())}</small>
            </span>
            <span>{formatMoney(amount)}</span>
          </li>
        ))}
        <li className={style.rest}>
          <span>{m.balance_rest()}</span>
          <b>{formatMoney(rest)}</b>
        </li>
        {parts.map(({ words, amount }) => (
          <li key={words} className={style.part}>
            <span>{words}</span>
            <span>{formatMoney(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
