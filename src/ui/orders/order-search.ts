import type { OrderState } from '#modules/orders/rules.ts'
import type { OrderFilter, OrderKind } from './order-queries.ts'

export type OrderListPath = '/member/order/overview' | '/member/order/venue' | '/member/order/zero'

/** Parameters of the page of wishes: that it is asked for, and a wish that is to be made, which a login in between must not lose. */
export type WishSearch = Partial<
  Record<'wishes' | 'place' | 'court' | 'days' | 'from' | 'to' | 'minutes' | 'courts' | 'notice', string | undefined>
>

/** Search parameters; unknown values are ignored. */
export type OrderSearch = WishSearch & {
  status?: string | undefined
  keyword?: string | undefined
  page?: string | undefined
  pageSize?: string | undefined
  orderNo?: string | undefined
}

export const shownStates = [
  'awaiting-payment',
  'confirmed',
  'checked-in',
  'completed',
  'no-show',
  'expired',
  'cancelled',
  'venue-cancelled',
] as const satisfies readonly OrderState[]

const whole = (text: string | undefined, fallback: number, most: number): number => {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : fallback
}

export const orderFilter = (kind: OrderKind, { status, keyword, page, pageSize }: OrderSearch): OrderFilter => ({
  kind,
  status: shownStates.find((state) => state === status),
  keyword: keyword?.trim().slice(0, 60) || undefined,
  page: whole(page, 1, 100_000),
  pageSize: whole(pageSize, 10, 100),
})
