import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { sayLength } from '#ui/venues/venue-words.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type RefObject } from 'react'
import { minutesOf, periodsOf, priceOf, type CartPiece } from './cart-periods.ts'
import { CartSheet } from './cart-sheet.tsx'
import { checkQuery } from './order-queries.ts'
import style from './cart-strip.module.css'

type Props = { pieces: CartPiece[]; initialPieces: RefObject<CartPiece[]>; onSaid(words: string): void }

/** Content of the cart bar: hours, sum and link to the review. Hours and sum are announced after each change. */
export function CartStrip({ pieces, initialPieces, onSaid }: Props) {
  const [open, setOpen] = useState(false)
  const periods = periodsOf(pieces)
  useEffect(() => {
    if (pieces !== initialPieces.current)
      onSaid(m.cart_said({ length: sayLength(minutesOf(pieces)), amount: formatMoney(priceOf(pieces)) }))
  }, [pieces, initialPieces, onSaid])
  return (
    <aside className={style.bar} aria-label={m.cart_label()}>
      <OrderLimits periods={periods} />
      <button type="button" className={style.summary} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="note inline gap-1">
          {periods.length > 1 && `${m.cart_count({ count: periods.length })} · `}
          {sayLength(minutesOf(pieces))}
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

/** Limits that the order as a whole exceeds, such as hours a day, from the call that reviews it: shown as soon as they are exceeded. */
function OrderLimits({ periods }: { periods: CartPiece[] }) {
  const viewer = useViewer()
  const items = periods.map(({ courtId, start, end }) => ({ venue2ndId: courtId, start, end }))
  const { data } = useQuery({ ...checkQuery(useApi(), items, viewer?.id), enabled: isLoggedIn(viewer), refetchInterval: false })
  return (
    <div role="status" className={style.tooMuch}>
      {data?.problems.map(({ code, title }) => (
        <p key={code}>
          <Icon name="alert" size={18} />
          {title}
        </p>
      ))}
    </div>
  )
}
