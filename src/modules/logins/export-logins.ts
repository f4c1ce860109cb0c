import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { exportPart } from '../member-data.ts'
import { listPasskeys } from './passkey-store.ts'
import { sessionsAnswer } from './present.ts'
import { readFactors } from './second-factor-store.ts'
import { listSessions } from './session-store.ts'
import { listSubjects } from './subject-store.ts'
import { SessionListAnswer } from './wire.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

/** What the export of a member's data says of how they log in: never what would log somebody in. */
export const exportedLogins = {
  sessions: exportPart(SessionListAnswer, async ({ db }, { memberId, sessionId, now }) =>
    sessionsAnswer(await listSessions(db, memberId, now), sessionId),
  ),
  passkeys: exportPart(
    z.array(z.object({ name: z.string(), createdAt: moment, lastUsedAt: moment.nullable() })),
    async ({ db }, { memberId }) =>
      (await listPasskeys(db, memberId)).map(({ name, createdAt, lastUsedAt }) => ({
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: iso(lastUsedAt),
      })),
  ),
  /** Null: no authenticator app. */
  authenticatorSince: exportPart(moment.nullable(), async ({ db }, { memberId }) =>
    iso((await readFactors(db, memberId)).authenticator?.createdAt ?? null),
  ),
  recoveryCodesLeft: exportPart(z.int(), async ({ db }, { memberId }) => (await readFactors(db, memberId)).recoveryCodesLeft),
  /** As whom other issuers know the member. */
  loginSubjects: exportPart(
    z.array(z.object({ way: z.string(), issuer: z.string(), subject: z.string(), linkedAt: moment, lastUsedAt: moment.nullable() })),
    async ({ db }, { memberId }) =>
      (await listSubjects(db, memberId)).map(({ id: _, linkedAt, lastUsedAt, ...known }) => ({
        ...known,
        linkedAt: linkedAt.toISOString(),
        lastUsedAt: iso(lastUsedAt),
      })),
  ),
}
