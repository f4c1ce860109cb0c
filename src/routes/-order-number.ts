import { m } from '#i18n/generated/messages.js'
import { orderNoPattern } from '#modules/orders/rules.ts'
import { validate } from './-validate.ts'

/** For pages with `?orderNo=`: what cannot be one of our numbers is no missing page but a mistake in the address, and says so. */
export const isOrderNumber = validate(
  ({ search: { orderNo } }) =>
    orderNo === undefined ||
    orderNoPattern.test(String(orderNo)) || { status: 400, message: m.order_number_wrong(), description: m.order_number_wrong_text() },
)
