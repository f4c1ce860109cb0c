import type { ZodType } from 'zod'
import type { Db, Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Audit } from '#http/audit.ts'
import type { Locale } from '#i18n/locale.ts'

/** A member who closes their account, with the personal data to erase. */
export type LeavingMember = { id: string; name: string; email: string; mobile: string; account: string }

/** Two rows of one person: what belongs to `from`, the double, goes to `into`, which is kept. */
export type Merging = { from: string; into: string }

/** What keeps an account from being closed, such as a booking to come, and the page where its member sees to it. `no`: its number. */
export type OpenThing = { kind: string; no: string; words(locale: Locale): string; path: string }

/** What all modules hold of a member. */
export type MemberData = {
  /** The parts of the data export that other modules add, by their keys in it. */
  exports: {
    schemas: Record<string, ZodType>
    read(asked: { memberId: string; sessionId: string; locale: Locale; now: Date }): Promise<Record<string, unknown>>
  }
  /** Erases personal data of a closed account. */
  forgetMember(trx: Trx, leaving: LeavingMember, now: Date): Promise<void>
  /** What has to be over before the account can be closed. */
  listOpen(trx: Trx, memberId: string, now: Date): Promise<OpenThing[]>
}

/** `canText`: a provider of text messages is set, or the demo's inbox reads them. Without one no mobile can be proved by a code. */
export type AccountDeps = { db: Db; jobs: Jobs; publicUrl: string; canText: boolean }

/** `mobile`: proved by a code, or confirmed by staff, whose `audit` it is. Call it before the member's row is locked or changed. */
export type Claiming = { memberId: string; mobile: string; audit?: Audit }
/** Adds what gives the bookings of guests to the member who has proved to hold their mobile. */
export type ClaimDeps = AccountDeps & { claimGuests(trx: Trx, claiming: Claiming, now: Date): Promise<void> }
