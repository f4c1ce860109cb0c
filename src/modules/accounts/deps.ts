import type { Db, Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Audit } from '#http/audit.ts'
import type { Locale } from '#i18n/locale.ts'
import type { OpenThing } from './rules.ts'
import type { Tokens } from './tokens.ts'

export type ExportedOrder = {
  orderNo: string
  status: string
  /** Title of an order without periods, such as a locker's term. */
  title: string | null
  amount: number
  paid: number
  createdAt: string
  items: { facility: string; court: string; start: string; end: string; amount: number; status: string }[]
}

export type ExportedPreOrder = {
  orderNo: string
  status: string
  title: string
  amount: number
  submittedAt: string | null
  dates: { facility: string; court: string; start: string; end: string; status: string }[]
}

export type ExportedViolation = {
  kind: string
  orderNo: string
  /** Why staff gave it. */
  reason: string
  at: string
  expiresAt: string
  removedAt: string | null
  appeal: { status: string; text: string; fileId: string | null; sentAt: string; reason: string } | null
}

export type ExportedRefund = {
  refundNo: string
  orderNo: string
  status: string
  way: string
  amount: number
  reason: string
  bankCode: string | null
  bankAccount: string | null
  accountName: string | null
  passbookFileId: string | null
  createdAt: string
  steps: { status: string; at: string }[]
}

export type ExportedLocker = {
  number: string
  size: string
  status: string
  deposit: number
  createdAt: string
  startsAt: string | null
  endsAt: string | null
  closedAt: string | null
}

export type ExportedReport = {
  ticketNo: string
  kind: string
  status: string
  place: string
  title: string
  description: string
  contactName: string
  contactPhone: string
  createdAt: string
  steps: { at: string; state: string | null; text: string }[]
}

export type ExportedRating = {
  orderNo: string | null
  stars: number
  aspects: Record<string, number | null | undefined>
  comment: string
  createdAt: string
}

export type ExportedWish = {
  where: string
  day: string
  from: string
  to: string
  minutes: number
  courts: number
  status: string
  createdAt: string
  /** The order that was offered. */
  orderNo: string | null
}

export type ExportedBallotEntry = {
  roundId: number
  title: string
  purpose: string
  contactName: string
  contactPhone: string
  headcount: number
  changedAt: string
  /** In the published list. */
  number: number | null
  /** Weekly periods that the draw gave it. */
  drawn: number | null
  /** In the order of preference; no court: any of the facility. */
  wishes: { weekday: number; start: string; end: string; facility: string; court: string | null; leastPercent: number }[]
}

/** A member who closes their account, with the personal data to erase. */
export type LeavingMember = { id: string; name: string; email: string; mobile: string; account: string }

/** Two rows of one person: what belongs to `from`, the double, goes to `into`, which is kept. */
export type Merging = { from: string; into: string }

/**
 * What other modules hold about a member: for the data export, and for closing the account. Implemented by each module's
 * member-data.ts.
 */
export type MemberData = {
  exportOrders(memberId: string, locale: Locale, now: Date): Promise<ExportedOrder[]>
  exportPreOrders(memberId: string, locale: Locale, now: Date): Promise<ExportedPreOrder[]>
  exportRefunds(memberId: string): Promise<ExportedRefund[]>
  exportViolations(memberId: string): Promise<ExportedViolation[]>
  exportWishes(memberId: string, locale: Locale, now: Date): Promise<ExportedWish[]>
  exportBallotEntries(memberId: string, locale: Locale): Promise<ExportedBallotEntry[]>
  exportLockers(memberId: string, now: Date): Promise<ExportedLocker[]>
  exportReports(memberId: string, locale: Locale): Promise<ExportedReport[]>
  exportRatings(memberId: string): Promise<ExportedRating[]>
  /** Erases personal data of a closed account, in every module. */
  forgetMember(trx: Trx, leaving: LeavingMember, now: Date): Promise<void>
  /** What has to be over before the account can be closed. */
  listOpen(trx: Trx, memberId: string, now: Date): Promise<OpenThing[]>
}

/** Adds the words that a secret must not contain, because everybody connects them with this centre. */
export type SecretDeps = AccountDeps & { centreWords(): Promise<string[]> }

/** `canText`: a provider of text messages is set, or the demo's inbox reads them. Without one no mobile can be proved by a code. */
export type AccountDeps = { db: Db; jobs: Jobs; tokens: Tokens; publicUrl: string; canText: boolean }

/** `mobile`: proved by a code, or confirmed by staff, whose `audit` it is. Call it before the member's row is locked or changed. */
export type Claiming = { memberId: string; mobile: string; audit?: Audit }
/** Adds what gives the bookings of guests to the member who has proved to hold their mobile. */
export type ClaimDeps = AccountDeps & { claimGuests(trx: Trx, claiming: Claiming, now: Date): Promise<void> }
