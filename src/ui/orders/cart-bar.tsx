import { m } from '#i18n/generated/messages.js'
import { late } from '#ui/kit/late.tsx'
import { useRestored } from '#ui/kit/store.ts'
import { useEffect, useRef, useState } from 'react'
import { dropBegunPieces, useCart } from './cart.ts'

const CartStrip = late(async () => (await import('./cart-strip.tsx')).CartStrip)
/** After the page answers and has had time for what it needs itself. */
const fetchAfter = 3000

/** Always in reach, over the bottom of the page; nothing while nothing is chosen. */
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
  // Fetched before it is needed: the connection may be gone by the time that somebody chooses.
  useEffect(() => {
    const timer = setTimeout(() => navigator.onLine && CartStrip.fetch(), fetchAfter)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {/* In the document before it says anything: a screen reader hears only what changes in it. */}
      <p className="heard" role="status">
        {said && pieces.length === 0 ? m.cart_said_none() : said}
      </p>
      {pieces.length > 0 && <CartStrip pieces={pieces} asItCame={asItCame} onSaid={say} />}
    </>
  )
}
