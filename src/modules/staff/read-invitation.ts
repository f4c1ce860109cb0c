import type { Db } from '#db/connect.ts'
import { addressGroup } from '#http/client-address.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { hashAddressKey } from '#modules/accounts/tokens.ts'
import { readLimits } from '#modules/settings/store.ts'
import { invitationKeyPattern, invitationState } from './rules.ts'
import { findInvitation, type Invitation } from './store.ts'

export type InvitationRefusal =
  | { code: 'invitation_unknown' }
  | { code: 'invitation_used' }
  | { code: 'invitation_withdrawn' }
  | { code: 'invitation_expired' }
export type KeyRefusal = InvitationRefusal | { code: 'too_many_requests'; retryAfterSeconds: number }

/** The invitation of a link's key, if it is still open. */
export async function readInvitation(
  db: Db,
  { key, purpose, address }: { key: string; purpose: Invitation['purpose']; address: string },
  now: Date,
): Promise<Result<Invitation, KeyRefusal>> {
  const { staff } = await readLimits(db)
  const turn = { key: `join-from:${addressGroup(address)}`, limit: staff.joinsPerCallerHour, seconds: 3600 }
  const limited = await takeTurn(db, turn, now)
  if (limited) return refuse({ code: 'too_many_requests', ...limited })
  const found = invitationKeyPattern.test(key) ? await findInvitation(db, { keyHash: hashAddressKey(key) }) : undefined
  if (found?.purpose !== purpose) return refuse({ code: 'invitation_unknown' })
  const refusal = whyNotOpen(found, now)
  return refusal ? refuse(refusal) : ok(found)
}

export function whyNotOpen(invitation: Invitation, now: Date): InvitationRefusal | undefined {
  const state = invitationState(invitation, now)
  return state === 'open' ? undefined : { code: `invitation_${state}` }
}
