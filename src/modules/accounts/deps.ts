import type { Db, Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Tokens } from './tokens.ts'

export type ExportedOrder = {
  orderNo: string
  status: string
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

/** What else the house knows of a member, asked of those who keep it. */
export type MemberMatters = {
  exportOrders(memberId: string, locale: Locale, now: Date): Promise<ExportedOrder[]>
  exportPreOrders(memberId: string, locale: Locale, now: Date): Promise<ExportedPreOrder[]>
  /** Bookings that are still to come, to be paid, or owed back. */
  hasOpenBookings(trx: Trx, memberId: string, now: Date): Promise<boolean>
}

/** What the use cases of accounts need from outside. */
export type AccountDeps = { db: Db; jobs: Jobs; tokens: Tokens; publicUrl: string }
