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

/** What keeps an account from being closed: a booking to come, to pay or to be refunded, a season, or a locker; with its number. */
export type OpenThing = { kind: 'to-come' | 'to-pay' | 'to-refund' | 'season' | 'locker'; no: string }
