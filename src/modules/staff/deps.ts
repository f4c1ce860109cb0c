import type { LoginDeps, SecretDeps } from '#modules/logins/deps.ts'

export type StaffDeps = LoginDeps

/** For use cases that make an account, or choose a new password for one. */
export type JoinDeps = SecretDeps
