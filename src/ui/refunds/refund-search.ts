import { orderNoPattern } from '#modules/orders/rules.ts'
import { refundNoPattern } from '#modules/refunds/rules.ts'
import type { RefundFilter } from './refund-queries.ts'

/** Search parameters; unknown values are ignored. */
export type RefundSearch = {
  refundNo?: string | undefined
  orderNo?: string | undefined
  page?: string | undefined
  pageSize?: string | undefined
}

const whole = (text: string | undefined, fallback: number, most: number): number => {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : fallback
}

export const refundFilter = ({ orderNo, page, pageSize }: RefundSearch): RefundFilter => ({
  orderNo: orderNo !== undefined && orderNoPattern.test(orderNo) ? orderNo : undefined,
  page: whole(page, 1, 100_000),
  pageSize: whole(pageSize, 10, 100),
})

/** Number of the refund to show by itself. */
export const chosenRefund = ({ refundNo }: RefundSearch): string | undefined =>
  refundNo !== undefined && refundNoPattern.test(refundNo) ? refundNo : undefined
