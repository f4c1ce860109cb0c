import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { useRestored } from '#ui/kit/store.ts'
import { sayLength } from '#ui/venues/venue-words.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { minutesOf, priceOf, type CartPiece } from './cart-periods.ts'
import { dropBegunPieces, useCart } from './cart.ts'

const CartStrip = lazy(async () => ({ default: (await import('./cart-strip.tsx')).CartStrip }))

/** Always in reach, over the bottom of the page; nothing, not even fetched, while nothing is chosen. */
export function CartBar() {
  const pieces = useCart((cart) => cart.pieces)
  useEffect(() => {
    if (pieces.some(({ start }) => Date.parse(start) <= Date.now())) dropBegunPieces(Date.now())
  }, [pieces])
  return (
    <>
      {/* In the document before it says anything: a screen reader hears only what changes in it. */}
      <p className="heard" role="status">
        {useSaidTotal(pieces)}
      </p>
      {pieces.length > 0 && (
        <Suspense>
          <CartStrip pieces={pieces} />
        </Suspense>
      )}
    </>
  )
}

/** Hours and sum after each choice; silent about what was in the cart when the page came. */
function useSaidTotal(pieces: CartPiece[]): string {
  const restored = useRestored()
  const before = useRef<CartPiece[]>(undefined)
  const [said, say] = useState('')
  useEffect(() => {
    if (!restored) return
    if (before.current !== undefined && before.current !== pieces)
      say(
        pieces.length === 0
          ? m.cart_said_none()
          : m.cart_said({ length: sayLength(minutesOf(pieces)), amount: formatMoney(priceOf(pieces)) }),
      )
    before.current = pieces
  }, [restored, pieces])
  return said
}
