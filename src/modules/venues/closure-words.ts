import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import type { Words } from './rules.ts'

/** Why something is closed, as pages show it, and what the centre writes besides into the mails. */
export type ClosureWords = { reason: Words; words: Words }

/** The lines of a mail that say why, between what is cancelled and the order; empty when no reason is known. */
export function whyLines(closure: ClosureWords | undefined, locale: Locale): string {
  if (!closure) return ''
  const reason = m.mail_closure_reason({ reason: closure.reason[locale] }, { locale })
  return `\n${[reason, closure.words[locale]].filter((line) => line !== '').join('\n')}\n`
}
