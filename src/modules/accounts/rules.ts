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

export const smsCodePattern = /^\d{6}$/

/** The signed reference of a link that undoes a contact change; the prefix tells it from other references. */
export const signUndo = (changeId: string): string => `undo-${changeId}`
export const undoIn = (reference: string | undefined): string | undefined =>
  /^undo-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(reference ?? '')?.[1]

/** The shape of a mailed link's token; the server checks the signature. */
export const isLinkToken = (token: string): boolean => /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/.test(token)

export const secretLength = { min: 10, max: 128 }

/** Checks the length in graphemes; the server also checks how easy a secret is to guess. */
export function whyNotSecretLength(secret: string): 'field_secret_short' | 'field_secret_long' | undefined {
  const length = [...secret].length
  if (length < secretLength.min) return 'field_secret_short'
  if (length > secretLength.max) return 'field_secret_long'
  return undefined
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

const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bLine\//i, 'LINE'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** The name of a device in the list of sessions: "Chrome · Android". */
export function deviceName(userAgent: string | null): string {
  const find = (list: readonly (readonly [RegExp, string])[]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  return [find(browsers), find(systems)].filter(Boolean).join(' · ') || (userAgent ?? '').split(/[\s/]/)[0]!.slice(0, 40) || '—'
}

/** 0912345678 → 0912***678: enough for its owner to recognise it. */
export const maskMobile = (mobile: string): string => mobile.replace(/^(\d{4})\d{3}(\d{3})$/, '$1***$2')

/** Cookie with the name of a refused login: see triedNameCookies. */
export const triedNameCookie = 'sports_v2_tried'

/** What keeps an account from being closed: a booking to come, to pay or to be refunded, a season, or a locker; with its number. */
export type OpenThing = { kind: 'to-come' | 'to-pay' | 'to-refund' | 'season' | 'locker'; no: string }
