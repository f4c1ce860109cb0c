import * as m from '#i18n/generated/messages.js'
import { joinList } from '#i18n/join.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import type { NewLine } from './line-rules.ts'

/** A line without floor in words, with its count where that is not one. */
export function lineText({ words, count = 1 }: Pick<NewLine, 'words' | 'count'>, locale: Locale): string {
  const text = say(words, locale)
  return count === 1 ? text : m.order_line_count({ text, count }, { locale })
}

/** What an order without floor is about, from its lines; null where it has none. */
export const titleOf = (lines: readonly Pick<NewLine, 'words' | 'count'>[], locale: Locale): string | null =>
  lines.length === 0
    ? null
    : joinList(
        lines.map((line) => lineText(line, locale)),
        locale,
      )
