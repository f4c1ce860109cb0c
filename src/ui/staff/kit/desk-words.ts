import { m } from '#i18n/generated/messages.js'
import type { DeskMethod } from '#modules/tills/way-rules.ts'

const methods: Record<DeskMethod, () => string> = {
  cash: m.counter_way_cash,
  terminal: m.counter_way_terminal,
  'sports-voucher': m.voucher_sports,
  voucher: m.voucher_other,
}
/** How somebody paid at the desk. */
export const methodWord = (method: DeskMethod): string => methods[method]()
