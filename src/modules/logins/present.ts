import type { LoggedIn } from './log-in.ts'
import type { ListedSession } from './session-store.ts'
import type { SessionListAnswer } from './wire.ts'

export const sessionsAnswer = (sessions: ListedSession[], currentId: string): SessionListAnswer =>
  sessions.map(({ id, device, address, createdAt, lastSeenAt }) => ({
    id,
    device,
    address,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: id === currentId,
  }))

export const loginAnswer = ({ token, expiresAt, member, isProvenTwice, owesSecondStep }: LoggedIn) => ({
  token,
  expiresAt: expiresAt.toISOString(),
  user: { ...member, isProvenTwice, owesSecondStep },
})
