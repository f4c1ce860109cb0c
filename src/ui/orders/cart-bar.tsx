import { lazy, Suspense, useEffect } from 'react'
import { dropBegunPieces, useCart } from './cart.ts'

const CartStrip = lazy(async () => ({ default: (await import('./cart-strip.tsx')).CartStrip }))

/** Always in reach, over the bottom of the page; nothing, not even fetched, while nothing is chosen. */
export function CartBar() {
  const pieces = useCart((cart) => cart.pieces)
  useEffect(() => {
    if (pieces.some(({ start }) => Date.parse(start) <= Date.now())) dropBegunPieces(Date.now())
  }, [pieces])

  if (pieces.length === 0) return null
  return (
    <Suspense>
      <CartStrip pieces={pieces} />
    </Suspense>
  )
}
