import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useState } from 'react'
import { periodsOf, priceOf, type CartPiece } from './cart-periods.ts'
import { CartSheet } from './cart-sheet.tsx'
import style from './cart-strip.module.css'

/** What was chosen so far, what it costs, and the way on. */
export function CartStrip({ pieces }: { pieces: CartPiece[] }) {
  const [open, setOpen] = useState(false)
  const periods = periodsOf(pieces)
  return (
    <aside className={style.bar} aria-label={m.cart_label()}>
      <button type="button" className={style.summary} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={style.count}>
          {periods.length === 1 ? m.cart_count_one() : m.cart_count({ count: periods.length })}
          <Icon name="up" size={16} />
        </span>
        <span className={style.amount}>{formatMoney(priceOf(pieces))}</span>
      </button>
      <ButtonLink to="/order/check" className={style.go}>
        {m.cart_check()}
      </ButtonLink>
      <CartSheet open={open} periods={periods} onClose={() => setOpen(false)} />
    </aside>
  )
}
