import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink, Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { sayLength } from '#ui/venues/venue-words.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type RefObject } from 'react'
import { minutesOf, periodsOf, priceOf, type CartPiece } from './cart-periods.ts'
import { checkQuery } from './order-queries.ts'
import style from './cart-strip.module.css'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatPeriod } from '#i18n/dates.ts'
import { RemoveButton } from '#ui/kit/remove-button.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { clearCart, dropPiece } from './cart.ts'

type Props = { beside: boolean; pieces: CartPiece[]; initialPieces: RefObject<CartPiece[]>; onSaid(words: string): void }

/** Content of the cart: periods, hours, sum and link to the review. Hours and sum are announced after each change. */
export function CartStrip({ beside, pieces, initialPieces, onSaid }: Props) {
  const [open, setOpen] = useState(false)
  const periods = periodsOf(pieces)
  useEffect(() => {
    if (pieces !== initialPieces.current)
      onSaid(m.cart_said({ length: sayLength(minutesOf(pieces)), amount: formatMoney(priceOf(pieces)) }))
  }, [pieces, initialPieces, onSaid])
  return (
    <aside className={style.bar} aria-label={m.cart_label()} data-cart={beside ? 'beside' : ''}>
      {beside && (
        <div className={style.whole}>
          <h2>{m.cart_label()}</h2>
          <Periods periods={periods} />
          <Total periods={periods} note={sayLength(minutesOf(pieces))} />
        </div>
      )}
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
      {beside && (
        <Button look="text" className={style.clear} onClick={clearCart}>
          {m.cart_clear()}
        </Button>
      )}
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

/** The chosen periods, each with a button to remove it. */
function Periods({ periods }: { periods: CartPiece[] }) {
  return (
    <ul className={style.periods}>
      {periods.map((period) => {
        const when = formatPeriod(new Date(period.start), new Date(period.end), getLocale())
        return (
          <li key={`${period.courtId} ${period.start}`}>
            <span className={style.words}>
              <span>
                <b>{period.court}</b> {period.facility}
              </span>
              <span className={style.when}>{when}</span>
            </span>
            <span className={style.price}>{formatMoney(period.price)}</span>
            <RemoveButton className={style.remove} label={m.cart_remove({ court: period.court, when })} onClick={() => dropPiece(period)} />
          </li>
        )
      })}
    </ul>
  )
}

function Total({ periods, note }: { periods: CartPiece[]; note?: string }) {
  return (
    <p className={style.total}>
      <span>
        {m.cart_total()}
        {note !== undefined && <small className="note"> · {note}</small>}
      </span>
      <b>{formatMoney(priceOf(periods))}</b>
    </p>
  )
}

/** The whole cart, for a screen on which only its sum is shown. */
function CartSheet({ open, periods, onClose }: { open: boolean; periods: CartPiece[]; onClose(): void }) {
  return (
    <Sheet open={open && periods.length > 0} title={m.cart_label()} onClose={onClose}>
      <Periods periods={periods} />
      <Total periods={periods} />
      <SheetActions main={<ButtonLink to="/order/check">{m.cart_check()}</ButtonLink>}>
        <Button
          look="quiet"
          onClick={() => {
            clearCart()
            onClose()
          }}
        >
          {m.cart_clear()}
        </Button>
      </SheetActions>
    </Sheet>
  )
}
