import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import type { DeskMethod } from './way-rules.ts'

const words: Record<DeskMethod, (said: object, options: { locale: Locale }) => string> = {
  cash: m.counter_way_cash,
  terminal: m.counter_way_terminal,
  'sports-voucher': m.voucher_sports,
  voucher: m.voucher_other,
}

export const deskMethodText = (method: DeskMethod, locale: Locale): string => words[method]({}, { locale })
