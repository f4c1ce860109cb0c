import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatPeriod } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { RemoveButton } from '#ui/kit/remove-button.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import style from './cart-strip.module.css'
import { priceOf, type CartPiece } from './cart-periods.ts'
import { clearCart, dropPiece } from './cart.ts'

/** The periods of the cart, each with a button to remove it. */
export function CartSheet({ open, periods, onClose }: { open: boolean; periods: CartPiece[]; onClose(): void }) {
  return (
    <Sheet open={open && periods.length > 0} title={m.cart_label()} onClose={onClose}>
      <ul className={style.periods}>
        {periods.map((period) => {
          const when = formatPeriod(new Date(period.start), new Date(period.end), getLocale())
          return (
            <li key={`${period.courtId} ${period.start}`}>
              <span className={style.words}>
                <b>{period.court}</b>
                <span>
                  {period.facility} · {when}
                </span>
              </span>
              <span className={style.price}>{formatMoney(period.price)}</span>
              <RemoveButton
                className={style.remove}
                label={m.cart_remove({ court: period.court, when })}
                onClick={() => dropPiece(period)}
              />
            </li>
          )
        })}
      </ul>
      <p className={style.total}>
        {m.cart_total()}
        <b>{formatMoney(priceOf(periods))}</b>
      </p>
      <ButtonLink to="/order/check" wide>
        {m.cart_check()}
      </ButtonLink>
      <Button
        look="quiet"
        wide
        onClick={() => {
          clearCart()
          onClose()
        }}
      >
        {m.cart_clear()}
      </Button>
    </Sheet>
  )
}
