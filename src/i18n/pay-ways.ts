import * as m from './generated/messages.js'
import type { Locale } from './locale.ts'

const names = {
  card: m.pay_way_card,
  applepay: m.pay_way_applepay,
  linepay: m.pay_way_linepay,
  jkopay: m.pay_way_jkopay,
  taiwanpay: m.pay_way_taiwanpay,
  twqr: m.pay_way_twqr,
  webatm: m.pay_way_webatm,
  atm: m.pay_way_atm,
  cvs: m.pay_way_cvs,
  barcode: m.pay_way_barcode,
} as const

/** What a way of paying is called. */
export const sayWay = (way: keyof typeof names, locale?: Locale): string => names[way]({}, locale ? { locale } : undefined)
