import type { Db, Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Tokens } from './tokens.ts'

export type ExportedOrder = {
  orderNo: string
  status: string
  /** What it is for, when it has no periods. */
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

/** Whoever closes their account, as they are known until then. */
export type LeavingMember = { id: string; name: string; email: string; mobile: string; account: string }

/** What else the house knows of a member, asked of those who keep it. */
export type MemberMatters = {
  exportOrders(memberId: string, locale: Locale, now: Date): Promise<ExportedOrder[]>
  exportPreOrders(memberId: string, locale: Locale, now: Date): Promise<ExportedPreOrder[]>
  exportRefunds(memberId: string): Promise<ExportedRefund[]>
  exportViolations(memberId: string): Promise<ExportedViolation[]>
  exportLockers(memberId: string, now: Date): Promise<ExportedLocker[]>
  exportReports(memberId: string, locale: Locale): Promise<ExportedReport[]>
  exportRatings(memberId: string): Promise<ExportedRating[]>
  /** The account is closed: what is about the person goes, in every module that holds something of it. */
  forgetMember(trx: Trx, leaving: LeavingMember, now: Date): Promise<void>
  /** Bookings that are still to come, to be paid, or owed back. */
  hasOpenBookings(trx: Trx, memberId: string, now: Date): Promise<boolean>
}

/** What choosing a secret needs beside: words that everybody connects with this centre. */
export type SecretDeps = AccountDeps & { centreWords(): Promise<string[]> }

/** What the use cases of accounts need from outside. */
export type AccountDeps = { db: Db; jobs: Jobs; tokens: Tokens; publicUrl: string }
