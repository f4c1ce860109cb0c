import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { GoesBackWire } from '#modules/refunds/wire.ts'
import style from '#ui/orders/refund-terms.module.css'

type Props = {
  parts: readonly GoesBackWire[]
  /** The money goes to a bank account, whatever it was paid with; vouchers stay vouchers. */
  byBank?: boolean
}

/** What goes back, by which way: shown before it is cancelled. */
export function GoesBack({ parts, byBank = false }: Props) {
  const shown = byBank ? toAccount(parts) : parts
  if (shown.length === 0) return null
  return (
    <section className={style.terms} aria-label={m.refund_goes_back()}>
      <h2>{m.refund_goes_back()}</h2>
      <ul>
        {shown.map(({ words, amount }) => (
          <li key={words}>
            <span>{words}</span> <b>{formatMoney(amount)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

function toAccount(parts: readonly GoesBackWire[]): GoesBackWire[] {
  const amount = parts.reduce((sum, part) => sum + (part.by === 'voucher' ? 0 : part.amount), 0)
  const vouchers = parts.filter(({ by }) => by === 'voucher')
  return amount === 0 ? vouchers : [{ by: 'bank', words: m.refund_way_bank(), amount }, ...vouchers]
}
