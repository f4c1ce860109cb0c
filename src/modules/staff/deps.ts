import type { AccountDeps, SecretDeps } from '#modules/accounts/deps.ts'

export type StaffDeps = AccountDeps

/** For use cases that make an account, or choose a new password for one. */
export type JoinDeps = SecretDeps
