import type { DbOrTrx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { readNames } from '#modules/centre/store.ts'

/**
 * What passkeys and authenticator apps call this site: the centre's name, in the member's language. The first admin adds a
 * second factor before the centre has a name: then it is the host, by which the entry can still be told from others.
 */
export async function readSiteNames(
  { db, publicUrl }: { db: DbOrTrx; publicUrl: string },
  locale: Locale,
): Promise<{ name: string; shortName: string }> {
  const centre = await readNames(db)
  const name = say(centre.name, locale) || new URL(publicUrl).hostname
  return { name, shortName: say(centre.shortName, locale) || name }
}
