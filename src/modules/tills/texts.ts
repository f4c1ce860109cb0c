import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import type { TillRowKind } from './rules.ts'

const words: Record<TillRowKind, (said: object, options: { locale: Locale }) => string> = {
  opened: m.till_row_opened,
  sale: m.till_row_sale,
  refund: m.till_row_refund,
  in: m.till_row_in,
  out: m.till_row_out,
  difference: m.till_row_difference,
  closed: m.till_row_closed,
}

export const tillRowText = (kind: TillRowKind, locale: Locale): string => words[kind]({}, { locale })
