import type { AccountDeps, ClaimDeps } from '#modules/accounts/deps.ts'
import type { Tokens } from './tokens.ts'
import type { NewSubject } from './way-state.ts'
import type { LoginWays, OwnMeans } from './ways.ts'
import type { Audit } from '#http/audit.ts'
import type { Log } from '#http/log.ts'
import type { StaffRole } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Result } from '#lib/result.ts'

export type LoginDeps = AccountDeps & { tokens: Tokens; ways: LoginWays }
/** For what proves a mobile or an address: guests who have it become the member's. */
export type ProvingDeps = LoginDeps & ClaimDeps

/** What the groups of somebody at the issuer of staff have done: the member who logs in, and what happened to them. */
export type Settled = { memberId: string; happened: 'staff_joined' | 'role_changed' | undefined } | undefined
export type GroupsRefusal = { code: 'way_link_first' | 'subject_taken' }
export type SettlingDeps = LoginDeps & { log: Log }

/** Gives somebody who logs in through the staff's identity provider the roles that their groups there name. `memberId`: undefined for a new person. */
export type SettleByGroups = (
  deps: SettlingDeps,
  who: { vouched: NewSubject; memberId: string | undefined; roles: readonly StaffRole[]; locale: Locale },
  audit: Audit,
  now: Date,
) => Promise<Result<Settled, GroupsRefusal>>

export type WayDeps = SettlingDeps & { settleByGroups: SettleByGroups }

export type NotAllowed = { code: 'way_not_allowed' }

/** Why nobody logs in by this, nor sets it up for that: the centre has other ways. */
export const whyNotAllowedBy = ({ ways }: Pick<LoginDeps, 'ways'>, means: OwnMeans): NotAllowed | undefined =>
  ways.allows(means) ? undefined : { code: 'way_not_allowed' }

/** Adds the words that a secret must not contain, because everybody connects them with this centre. */
export type SecretDeps = LoginDeps & { centreWords(): Promise<string[]> }
