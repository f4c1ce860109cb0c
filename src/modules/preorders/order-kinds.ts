import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/languages.ts'
import { ofFloor, takeForGood, type OrderKinds } from '#modules/orders/order-kinds.ts'

/** The dates of a pre-order, which are paid in one order. */
export const seasonKinds = {
  preorder: { ...ofFloor, title: (locale: Locale) => m.order_kind_season({}, { locale }), settle: takeForGood, pointWhenUnpaid: true },
} as const satisfies OrderKinds
