import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { dataLocaleOf } from '#i18n/languages.ts'
import type { Words } from './rules.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { readNames } from '#modules/centre/store.ts'
import type { Catalogues } from './catalogue.ts'

/** Why something is closed, as pages show it, and what the centre writes besides into the mails. */
export type ClosureWords = { reason: Words; words: Words }

/** Why the centre cancels bookings: for a closure, whose words are read when the mail is written, or for a reason that somebody gave. */
export type RemovedFor = { closureId: string } | { reason: Words; by: string | null }

/** The same for the payload of an event. */
export const whyOf = (why: RemovedFor): { closureId: string } | { reason: Words } =>
  'closureId' in why ? { closureId: why.closureId } : { reason: why.reason }

/** In which words the people of these events are told why. */
export async function wordsFor(
  events: { closureId?: string | undefined; reason?: Words | undefined }[],
  readClosureWords: (closureId: string) => Promise<ClosureWords | undefined>,
): Promise<ClosureWords | undefined> {
  const closureId = events.find((event) => event.closureId !== undefined)?.closureId
  if (closureId !== undefined) return readClosureWords(closureId)
  const reason = events.find((event) => event.reason !== undefined)?.reason
  return reason && { reason, words: { tw: '', en: '' } }
}

/** The lines of a mail that say why, between what is cancelled and the order; empty when no reason is known. */
export function whyLines(closure: ClosureWords | undefined, locale: Locale): string {
  if (!closure) return ''
  const reason = m.mail_closure_reason({ reason: say(closure.reason, locale) }, { locale })
  return `\n${[reason, closure.words[dataLocaleOf(locale)]].filter((line) => line !== '').join('\n')}\n`
}

/** Words that a guesser would try in a secret: the centre's name, address, facilities and sports. */
export function openCentreWords(db: DbOrTrx, catalogues: Catalogues, publicUrl: string): () => Promise<string[]> {
  const own = ['fieldhouse', '場館預約', new URL(publicUrl).hostname]
  return async () => {
    const centre = await readNames(db)
    const { facilities } = await catalogues.current()
    const names = [...Object.values(centre.name), ...Object.values(centre.shortName)].filter((word) => word !== '')
    return [...own, ...names, ...facilities.flatMap(({ name, sport }) => [...Object.values(name), sport])]
  }
}
