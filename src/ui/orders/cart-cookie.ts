import { maxItems } from '#modules/orders/rules.ts'
import type { Place } from './cart-periods.ts'

/**
 * The cart in a cookie, so that the server can render the review of it: court, start in minutes since 1970 and length in
 * minutes, each in base 36. No personal data, and at most as many periods as an order may have.
 */
export const cartCookie = 'fieldhouse_cart'

export const minute = 60_000
export const cartText = (periods: readonly Place[]): string =>
  periods
    .slice(0, maxItems)
    .map(({ courtId, start, end }) => [courtId, Date.parse(start) / minute, (Date.parse(end) - Date.parse(start)) / minute])
    .map((numbers) => numbers.map((number) => Math.round(number).toString(36)).join('.'))
    .join('_')
