import type { AccountDeps, ClaimDeps } from '#modules/accounts/deps.ts'
import type { Tokens } from './tokens.ts'
import type { LoginWays } from './ways.ts'

export type LoginDeps = AccountDeps & { tokens: Tokens; ways: LoginWays }
/** For what proves a mobile or an address: guests who have it become the member's. */
export type ProvingDeps = LoginDeps & ClaimDeps

/** Adds the words that a secret must not contain, because everybody connects them with this centre. */
export type SecretDeps = LoginDeps & { centreWords(): Promise<string[]> }
