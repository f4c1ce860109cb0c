import { ok, refuse, type Result } from '#lib/result.ts'
import type { Day } from '#lib/zone.ts'

/**
 * A member is a person, or the account of a community, that may log in. An account is confirmed once its
 * address is; a community becomes one when staff approve it. Pure, and safe in the browser.
 */

/** Code of the general public: the identity that everybody has, without a proof. It is never retired, and every price list has its price. */
export const publicIdentity = 'PUB'

export type ReviewState = 'under-review' | 'approved' | 'refused'

/** How far a member is with proving the identity they chose. Until approved, they pay as the general public. */
export type IdentityState = 'none-needed' | 'needs-proof' | ReviewState

export const reviewMoves = {
  approve: { from: ['under-review'], to: 'approved' },
  refuse: { from: ['under-review'], to: 'refused' },
  submitAgain: { from: ['refused', 'under-review'], to: 'under-review' },
} as const satisfies Record<string, { from: readonly ReviewState[]; to: ReviewState }>

export const mobilePattern = /^09\d{8}$/
/** An account name. The API says to everybody that one is taken, so it must not look like an email address. */
export const accountPattern = /^[a-z0-9](?:[a-z0-9._-]{1,28})[a-z0-9]$/i

/**
 * An account name for a member who has chosen none: from the address, with random digits of the caller. Without them,
 * asking whether the name is taken would tell whether the address is known (decision 041).
 */
export function accountFrom(email: string, digits: string): string {
  const name = email
    .replace(/[+@].*$/s, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]/g, '')
    .slice(0, 22)
    .replaceAll(/^[._-]+|[._-]+$/g, '')
  return `${name || 'member'}-${digits}`
}

type Needs = { needsProof: boolean; forCommunity: boolean }

/** An identity for communities is proven by the community's own approval, and needs no proof beside it. */
export function identityState(
  { needsProof, forCommunity }: Needs,
  latest: { proof: ReviewState | null; community: ReviewState | null },
): IdentityState {
  if (forCommunity) return latest.community ?? 'needs-proof'
  return needsProof ? (latest.proof ?? 'needs-proof') : 'none-needed'
}

/** Who may choose an identity that is for communities: one whose application is approved, or who applies with this form. */
export const mayBeIdentity = (identity: { for_community: boolean }, community: ReviewState | 'applying' | null): boolean =>
  !identity.for_community || community === 'approved' || community === 'applying'

/** 0912345678 → 0912***678: enough for its owner to recognise it. */
export const maskMobile = (mobile: string): string => mobile.replace(/^(\d{4})\d{3}(\d{3})$/, '$1***$2')

/** A suspension bars a member from booking from a moment to another; two of one member never overlap. */
export type Suspension = { id: string; startsAt: Date; endsAt: Date }

/** Suspensions that became one. The one that ends last stays, from the first start. */
type JoinedSuspension = { id: string; startsAt: Date; gone: string[] }

/** Groups of suspensions that overlap each other, directly or through others. Those that stand alone are not in the answer. */
export function joinOverlapping(all: readonly Suspension[]): JoinedSuspension[] {
  const groups: Suspension[][] = []
  let end = -Infinity
  for (const one of all.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    if (one.startsAt.getTime() < end) groups.at(-1)!.push(one)
    else groups.push([one])
    end = Math.max(end, one.endsAt.getTime())
  }
  return groups
    .filter((group) => group.length > 1)
    .map((group) => {
      const stays = group.reduce((last, one) => (one.endsAt > last.endsAt ? one : last))
      return { id: stays.id, startsAt: group[0]!.startsAt, gone: group.filter((one) => one !== stays).map(({ id }) => id) }
    })
}

/**
 * A review is a decision of staff about a proof of identity or a community's application (a club). Pure, and safe in the browser.
 */
export const reviewKinds = ['proof', 'club'] as const
export type ReviewKind = (typeof reviewKinds)[number]

/** How long the console offers to undo a decision; the mail waits a little longer, for a call that is on its way. */
export const undoSeconds = 10
export const mailHoldSeconds = 13

const mostYears = 10

export type ValidUntilRefusal = { code: 'valid_until_out_of_bounds'; path: 'validUntil'; from: Day; latest: Day }

/** The last day that may be given to a proof of today: what the identity's rule allows, or ten years where it has no limit. */
export const lastDayFor = (latest: Day | null, today: Day): Day => latest ?? `${Number(today.slice(0, 4)) + mostYears}-12-31`

/** The last day of a proof that is approved today. Left out, it is as long as the identity allows; null is without an end. */
export function untilOf(asked: Day | null | undefined, latest: Day | null, today: Day): Result<Day | null, ValidUntilRefusal> {
  if (asked === undefined) return ok(latest)
  if (asked === null && latest === null) return ok(null)
  const last = lastDayFor(latest, today)
  if (asked === null || asked < today || asked > last)
    return refuse({ code: 'valid_until_out_of_bounds', path: 'validUntil', from: today, latest: last })
  return ok(asked)
}

/** What keeps an account from being closed, as its member reads it. */
export type InTheWayOfClosing = { kind: string; no: string; words: string; path: string }
