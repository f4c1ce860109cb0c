import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import type { LoginDeps } from './deps.ts'
import { insertLink } from './link-store.ts'
import type { LinkPurpose } from './tokens.ts'

/** Makes a signed link that works once; the letter decides the page that it leads to. */
export async function makeLink(
  trx: Trx,
  { tokens }: LoginDeps,
  link: { purpose: LinkPurpose; memberId: string; email: string; minutes: number },
  now: Date,
): Promise<string> {
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + link.minutes * 60_000)
  await insertLink(trx, { id, purpose: link.purpose, memberId: link.memberId, email: link.email, createdAt: now, expiresAt })
  return tokens.signLink(id, link.purpose, now, expiresAt)
}
