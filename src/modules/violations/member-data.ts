import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { exportPart } from '../member-data.ts'
import { findPoints } from './read-store.ts'

const iso = (at: string) => new Date(at).toISOString()

/** Points in a member's data export. `reason`: why staff gave it. */
export const exportedViolations = exportPart(
  z.array(
    z.object({
      kind: z.string(),
      orderNo: z.string(),
      reason: z.string(),
      at: moment,
      expiresAt: moment,
      removedAt: moment.nullable(),
      appeal: z
        .object({ status: z.string(), text: z.string(), fileId: z.uuid().nullable(), sentAt: moment, reason: z.string() })
        .nullable(),
    }),
  ),
  async ({ db }, { memberId }) =>
    (await findPoints(db, memberId)).map(({ kind, orderNo, reason, at, expiresAt, removedAt, appeal }) => ({
      kind,
      orderNo,
      reason,
      at: at.toISOString(),
      expiresAt: expiresAt.toISOString(),
      removedAt: removedAt?.toISOString() ?? null,
      appeal: appeal && {
        status: appeal.state,
        text: appeal.text,
        fileId: appeal.fileId,
        sentAt: iso(appeal.sentAt),
        reason: appeal.reason,
      },
    })),
)
