import { say } from '#i18n/words.ts'
import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { timeFrom } from '#lib/zone.ts'
import { exportPart } from '../member-data.ts'
import { readEntriesOf } from './entry-store.ts'

/**
 * Entries into ballots in a member's data export, with their wishes in the order of preference. `number`: in the published list;
 * `drawn`: weekly periods that the draw gave it; no court: any of the facility.
 */
export const exportedBallotEntries = exportPart(
  z.array(
    z.object({
      roundId: z.int(),
      title: z.string(),
      purpose: z.string(),
      contactName: z.string(),
      contactPhone: z.string(),
      headcount: z.int(),
      changedAt: moment,
      number: z.int().nullable(),
      drawn: z.int().nullable(),
      wishes: z.array(
        z.object({
          weekday: z.int(),
          start: z.string(),
          end: z.string(),
          facility: z.string(),
          court: z.string().nullable(),
          leastPercent: z.int(),
        }),
      ),
    }),
  ),
  async ({ db, catalogues }, { memberId, locale }) => {
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
        facility: say(facilityOf.get(facilityId)?.name, locale) ?? '',
        court: courtId === null ? null : (say(courtOf.get(courtId)?.court.name, locale) ?? ''),
        leastPercent,
      })),
    }))
  },
)
