import type { Db } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import type { ExportedWish } from '#modules/accounts/deps.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { presentWish } from './present.ts'
import { readWishes } from './read-store.ts'

/** Wishes in a member's data export. */
export async function exportWishes(
  { db, catalogues }: { db: Db; catalogues: Catalogues },
  memberId: string,
  locale: Locale,
  now: Date,
): Promise<ExportedWish[]> {
  const catalogue = await catalogues.current()
  return (await readWishes(db, memberId, now, null)).map((wish) => {
    const { where, day, from, to, minutes, courts, status, createdAt, order } = presentWish(catalogue, wish, [], locale, now)
    return { where, day, from, to, minutes, courts, status, createdAt, orderNo: order?.orderNo ?? null }
  })
}
