import { m } from '#i18n/generated/messages.js'
import { orderNoPattern } from '#modules/orders/rules.ts'
import { validate } from './-validate.ts'

/** Validates `?orderNo=`: a value that cannot be an order number is answered with 400 and not with 404. */
export const isOrderNumber = validate(
  ({ search: { orderNo } }) =>
    orderNo === undefined ||
    orderNoPattern.test(String(orderNo)) || { status: 400, message: m.order_number_wrong(), description: m.order_number_wrong_text() },
)
