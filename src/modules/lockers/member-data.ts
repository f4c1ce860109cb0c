import type { Db } from '#db/connect.ts'
import type { ExportedLocker } from '#modules/accounts/deps.ts'
import { readMine } from './read-lockers.ts'

/** Locker rentals in a member's data export. */
export async function exportLockers(db: Db, memberId: string, now: Date): Promise<ExportedLocker[]> {
  return (await readMine(db, memberId, now)).map(({ number, size, status, deposit, createdAt, startsAt, endsAt, closedAt }) => ({
    number,
    size,
    status,
    deposit,
    createdAt: createdAt.toISOString(),
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
  }))
}
