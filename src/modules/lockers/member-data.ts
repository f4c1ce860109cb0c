import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { exportPart } from '../member-data.ts'
import { readMine } from './read-lockers.ts'

/** Locker rentals in a member's data export. */
export const exportedLockers = exportPart(
  z.array(
    z.object({
      number: z.string(),
      size: z.string(),
      status: z.string(),
      deposit: z.int(),
      createdAt: moment,
      startsAt: moment.nullable(),
      endsAt: moment.nullable(),
      closedAt: moment.nullable(),
    }),
  ),
  async ({ db }, { memberId, now }) =>
    (await readMine(db, memberId, now)).map(({ number, size, status, deposit, createdAt, startsAt, endsAt, closedAt }) => ({
      number,
      size,
      status,
      deposit,
      createdAt: createdAt.toISOString(),
      startsAt: startsAt?.toISOString() ?? null,
      endsAt: endsAt?.toISOString() ?? null,
      closedAt: closedAt?.toISOString() ?? null,
    })),
)
