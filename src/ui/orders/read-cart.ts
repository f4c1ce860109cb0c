import { isoAt } from '#lib/zone.ts'
import { maxItems } from '#modules/orders/rules.ts'
import { minute } from './cart-cookie.ts'
import type { Place } from './cart-periods.ts'

const item = /^([0-9a-z]{1,6})\.([0-9a-z]{1,6})\.([0-9a-z]{1,3})$/
const largestId = 2_147_483_647
const dayMinutes = 24 * 60

/** Reads the cart from its cookie; entries that are not a period are left out. */
export function readCart(text: string | undefined): Place[] {
  if (!text || text.length > 20 * maxItems) return []
  return text.split('_', maxItems).flatMap((part) => {
    const [courtId = 0, start = 0, minutes = 0] = (item.exec(part)?.slice(1) ?? []).map((digits) => Number.parseInt(digits, 36))
    if (courtId < 1 || courtId > largestId || start < 1 || minutes < 1 || minutes > dayMinutes) return []
    return [{ courtId, start: isoAt(new Date(start * minute)), end: isoAt(new Date((start + minutes) * minute)) }]
  })
}
