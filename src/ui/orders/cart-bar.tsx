import { m } from '#i18n/generated/messages.js'
import { useRestored } from '#ui/kit/store.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { dropBegunPieces, useCart } from './cart.ts'

const CartStrip = lazy(async () => ({ default: (await import('./cart-strip.tsx')).CartStrip }))

/** Always in reach, over the bottom of the page; nothing, not even fetched, while nothing is chosen. */
export function CartBar() {
  const pieces = useCart((cart) => cart.pieces)
  const restored = useRestored()
  const [said, say] = useState('')
  /** What was in the cart when the page came: nothing to announce. */
  const asItCame = useRef(pieces)
  useEffect(() => {
    if (restored) asItCame.current = useCart.getState().pieces
  }, [restored])
  useEffect(() => {
    if (pieces.some(({ start }) => Date.parse(start) <= Date.now())) dropBegunPieces(Date.now())
  }, [pieces])
  return (
    <>
      {/* In the document before it says anything: a screen reader hears only what changes in it. */}
      <p className="heard" role="status">
        {said && pieces.length === 0 ? m.cart_said_none() : said}
      </p>
      {pieces.length > 0 && (
        <Suspense>
          <CartStrip pieces={pieces} asItCame={asItCame} onSaid={say} />
        </Suspense>
      )}
    </>
  )
}
