/**
 * A second factor is a passkey or an authenticator app. Staff show one in every session before their role counts, and members who have
 * set up an authenticator app before anything else; recovery codes stand in for a lost one. A passkey verifies its user, so that it also logs in alone. Pure, and safe in the browser.
 */
const freshMinutes = 10

/** Passkeys of one member. */
export const mostPasskeys = 10
export const recoveryCodeCount = 10
export const passkeyNameLength = 60

export const authenticatorCodePattern = /^\d{6}$/

/** What is known of a session when factors are to be changed in it. */
export type FactorStanding = {
  hasFactor: boolean
  hasAuthenticator: boolean
  hasSecret: boolean
  hasRole: boolean
  /** Staff for whom the second factor is demanded: not the demo's own account. */
  isStaff: boolean
  /** Linked with the issuer of staff, if there is one. */
  hasStaffLink: boolean
  /** The issuer of staff; null: there is none. */
  staffWay: string | null
  /** This session was opened by it. */
  isByStaffIssuer: boolean
  createdAt: Date
  secretAt: Date | null
  provenAt: Date | null
}

export type NotFresh = { code: 'confirm_secret_first' } | { code: 'confirm_factor_first' } | { code: 'confirm_login_first'; way?: string }

/**
 * Why factors may not be changed in this session: a stolen one must neither add nor remove any. Staff who have a factor, and members
 * who have an authenticator app, show it again, and staff who log in by an issuer of their own do that; everybody else has logged in,
 * or given the secret again, some minutes ago. Who has no secret to give shows a passkey, or logs in again, by `way` where only that counts.
 */
export function whyNotChangeFactors(standing: Omit<FactorStanding, 'hasRole'>, now: Date): NotFresh | undefined {
  const { hasFactor, hasAuthenticator, hasSecret, isStaff, hasStaffLink, staffWay, isByStaffIssuer, createdAt, secretAt, provenAt } =
    standing
  const isFresh = (moment: Date | null) => moment !== null && now.getTime() - moment.getTime() < freshMinutes * 60_000
  if (isFresh(provenAt)) return undefined
  // An issuer with a single sign-on may not have asked who sits there.
  if ((isStaff && hasFactor) || hasAuthenticator) return { code: 'confirm_factor_first' }
  if (isByStaffIssuer && isFresh(createdAt)) return undefined
  if (isStaff && hasStaffLink) return { code: 'confirm_login_first', ...(staffWay && { way: staffWay }) }
  if (isFresh(createdAt) || isFresh(secretAt)) return undefined
  if (hasSecret) return { code: 'confirm_secret_first' }
  return { code: hasFactor ? 'confirm_factor_first' : 'confirm_login_first' }
}

/** A signature counter that does not grow tells of a copied key. Synchronised passkeys do not count: theirs stays 0. */
export const isCopiedPasskey = (before: number, now: number): boolean => (before > 0 || now > 0) && now <= before

/** As typed, with or without the hyphens; undefined: no recovery code. */
export function readRecoveryCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return /^[2-9A-HJ-NP-Z]{24}$/.test(letters) ? letters : undefined
}

/** ABCD-EFGH-JKLM-NPQR-STUV-WXYZ: to be written down and typed. */
export const writeRecoveryCode = (letters: string): string => letters.replaceAll(/(.{4})(?=.)/g, '$1-')
