import { m } from '#i18n/generated/messages.js'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import { useIsRestored } from '#ui/kit/persisted-store.ts'
import { useEffect, useRef, useState } from 'react'
import { dropStartedPieces, useCart } from './cart.ts'

const CartStrip = lazyWithRetry(async () => (await import('./cart-strip.tsx')).CartStrip)
/** Milliseconds after hydration: the page's own files come first. */
const fetchAfter = 3000

/** The cart, at the bottom of the page or, with `beside`, in its second column where it has one; renders nothing while it is empty. */
export function CartBar({ beside = false }: { beside?: boolean }) {
  const pieces = useCart((cart) => cart.pieces)
  const restored = useIsRestored()
  const [said, say] = useState('')
  /** The cart at the start of the page: only later changes are announced. */
  const initialPieces = useRef(pieces)
  useEffect(() => {
    if (restored) initialPieces.current = useCart.getState().pieces
  }, [restored])
  useEffect(() => {
    if (pieces.some(({ start }) => Date.parse(start) <= Date.now())) dropStartedPieces(Date.now())
  }, [pieces])
  // Fetched before it is needed: the connection may be gone when somebody chooses a slot.
  useEffect(() => {
    const timer = setTimeout(() => navigator.onLine && CartStrip.fetch(), fetchAfter)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {/* Rendered while still empty: a screen reader announces only changes in an existing live region. */}
      <p className="sr-only" role="status">
        {said && pieces.length === 0 ? m.cart_said_none() : said}
      </p>
      {pieces.length > 0 && <CartStrip beside={beside} pieces={pieces} initialPieces={initialPieces} onSaid={say} />}
    </>
  )
}
