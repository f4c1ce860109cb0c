import { m } from '#i18n/generated/messages.js'
import { maxItems } from '#modules/orders/rules.ts'
import { toast } from '#ui/kit/toast.tsx'
import type { togglePiece } from './cart.ts'

/** Says why a pressed slot was not added to the cart. */
export function sayRefused(done: ReturnType<typeof togglePiece>, court: string): void {
  if (done === 'full') toast('warning', m.cart_full({ max: maxItems }))
  if (typeof done === 'object') toast('warning', m.cart_same_floor({ chosen: done.court, court }))
}
