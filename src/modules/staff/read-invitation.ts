import type { Db } from '#db/connect.ts'
import { addressGroup } from '#http/client-address.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { hashAddressKey } from '#modules/logins/tokens.ts'
import { readLimits } from '#modules/settings/store.ts'
import { invitationKeyPattern, invitationState } from './rules.ts'
import { findInvitation, type Invitation } from './store.ts'

export type InvitationRefusal =
  | { code: 'invitation_unknown' }
  | { code: 'invitation_used' }
  | { code: 'invitation_withdrawn' }
  | { code: 'invitation_expired' }
export type KeyRefusal = InvitationRefusal | { code: 'too_many_requests'; retryAfterSeconds: number }

/**
 * The invitation of a link's key, if it is still open. A known key has turns of its own, and only unknown ones take the turns of an
 * address: whoever tries keys does not shut out the owner of a link behind the same address.
 */
export async function readInvitation(
  db: Db,
  { key, purpose, address }: { key: string; purpose: Invitation['purpose']; address: string },
  now: Date,
): Promise<Result<Invitation, KeyRefusal>> {
  const { staff } = await readLimits(db)
  const keyHash = hashAddressKey(key)
  const known = invitationKeyPattern.test(key) ? await findInvitation(db, { keyHash }) : undefined
  const found = known?.purpose === purpose ? known : undefined
  const turn = found ? `join:${keyHash}` : `join-from:${addressGroup(address)}`
  const limited = await takeTurn(db, { key: turn, limit: staff.joinsPerCallerHour, seconds: 3600 }, now)
  if (limited) return refuse({ code: 'too_many_requests', ...limited })
  if (!found) return refuse({ code: 'invitation_unknown' })
  const refusal = whyNotOpen(found, now)
  return refusal ? refuse(refusal) : ok(found)
}

export function whyNotOpen(invitation: Invitation, now: Date): InvitationRefusal | undefined {
  const state = invitationState(invitation, now)
  return state === 'open' ? undefined : { code: `invitation_${state}` }
}
