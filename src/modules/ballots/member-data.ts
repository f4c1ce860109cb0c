import type { Db } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { timeFrom } from '#lib/zone.ts'
import type { ExportedBallotEntry } from '#modules/accounts/deps.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { readEntriesOf } from './entry-store.ts'

/** Entries into ballots in a member's data export. */
export async function exportBallotEntries(
  { db, catalogues }: { db: Db; catalogues: Catalogues },
  memberId: string,
  locale: Locale,
): Promise<ExportedBallotEntry[]> {
  const { facilityOf, courtOf } = await catalogues.current()
  return (await readEntriesOf(db, memberId)).map(({ changedAt, wishes, ...entry }) => ({
    roundId: entry.roundId,
    title: entry.title,
    purpose: entry.purpose,
    contactName: entry.contactName,
    contactPhone: entry.contactPhone,
    headcount: entry.headcount,
    changedAt: changedAt.toISOString(),
    number: entry.number,
    drawn: entry.drawn,
    wishes: wishes.map(({ weekday, start, end, facilityId, courtId, leastPercent }) => ({
      weekday,
      start: timeFrom(start),
      end: timeFrom(end),
      facility: facilityOf.get(facilityId)?.name[locale] ?? '',
      court: courtId === null ? null : (courtOf.get(courtId)?.court.name[locale] ?? ''),
      leastPercent,
    })),
  }))
}
