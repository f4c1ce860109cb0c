import type { Db } from '#db/connect.ts'
import type { ExportedViolation } from '#modules/accounts/deps.ts'
import { findPoints } from './read-store.ts'

const iso = (moment: string) => new Date(moment).toISOString()

/** Points in a member's data export. */
export async function exportViolations(db: Db, memberId: string): Promise<ExportedViolation[]> {
  return (await findPoints(db, memberId)).map(({ kind, orderNo, reason, at, expiresAt, removedAt, appeal }) => ({
    kind,
    orderNo,
    reason,
    at: at.toISOString(),
    expiresAt: expiresAt.toISOString(),
    removedAt: removedAt?.toISOString() ?? null,
    appeal: appeal && { status: appeal.state, text: appeal.text, fileId: appeal.fileId, sentAt: iso(appeal.sentAt), reason: appeal.reason },
  }))
}
