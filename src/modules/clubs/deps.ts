import type { Trx } from '#db/connect.ts'
import type { LoginDeps } from '#modules/logins/deps.ts'

export type ClubDeps = Pick<LoginDeps, 'db' | 'jobs' | 'publicUrl' | 'tokens'> & {
  /** A calendar address is known to everybody who ever acted for the club. */
  removeCalendar(trx: Trx, clubId: string): Promise<void>
  /** Whose invoices are made out as they last said: that is a person's as long as the club has its own login. */
  forgetBuyer(trx: Trx, memberId: string): Promise<void>
}

/** Who acts, and for which club. */
export type ClubActor = { clubId: string; personId: string; name: string }

/** Their role was another when the call began. */
export type RoleGone = { code: 'club_role' }
