import { ownValue } from '#lib/own-value.ts'
import type { OrderState } from '#modules/orders/rules.ts'

/**
 * A report is a fault (repair) or a request about water, with a ticket number that can be read out. A rating is how a
 * visit was, once for each booking; without a booking, how the centre is. Pure, and safe in the browser.
 */
export const reportKinds = ['repair', 'water'] as const
export type ReportKind = (typeof reportKinds)[number]

export const waterKinds = ['fountain', 'leak', 'pool-quality', 'irrigation'] as const
export type WaterKind = (typeof waterKinds)[number]

export const reportStates = ['received', 'in-progress', 'done'] as const
export type ReportState = (typeof reportStates)[number]

export const reportMoves = {
  /** From done as well: a fault that returns is reopened under its number. */
  'in-progress': { from: ['received', 'done'], to: 'in-progress' },
  done: { from: ['received', 'in-progress'], to: 'done' },
} as const satisfies Record<string, { from: readonly ReportState[]; to: ReportState }>
export type ReportMove = keyof typeof reportMoves

/** What becomes of a court that is closed because of a report, when the report is closed. */
export const courtChoices = ['open', 'keep'] as const
export type CourtChoice = (typeof courtChoices)[number]

/** True while the report's block closes a court. */
export const isClosingCourt = (block: { lifted: boolean; end: Date } | null, now: Date): boolean =>
  block !== null && !block.lifted && block.end > now

export const photosAtMost = 5
export const longest = { title: 80, description: 2000, contactName: 60, contactPhone: 30, note: 2000, comment: 1000 } as const

export const phonePattern = /^\+?[0-9][0-9 ()#-]{5,28}$/

const ticketPattern = /^([RW])\s*[-–—－]?\s*(\d{4,9})$/i

/** Parses R-1042, also from r1042 or "R 1042"; undefined when it is none. */
export function ticketFrom(text: string): string | undefined {
  const [, letter, number] = ticketPattern.exec(text.normalize('NFKC').trim()) ?? []
  return letter && number ? `${letter.toUpperCase()}-${number}` : undefined
}

/** References in signed links: the sign of a court, and the invitation to rate a visit. */
export const courtReference = (courtId: number): string => `court-${courtId}`
export const visitReference = (orderNo: string): string => `visit-${orderNo}`

/** Page that a signed reference may open. */
const openedBy: Record<string, RegExp> = {
  '/repair': /^(?:R-\d+|court-\d+)$/,
  '/water': /^W-\d+$/,
  '/satisfaction': /^visit-F[0-9A-Z]+$/,
}
export const opensDirectly = (path: string, reference: string): boolean => ownValue(openedBy, path)?.test(reference) ?? false

export const aspects = ['cleanliness', 'equipment', 'staff', 'value'] as const
export type Aspect = (typeof aspects)[number]
export type Aspects = Partial<Record<Aspect, number>>

/** Averages of fewer ratings are hidden: they would reveal who rated. */
export const ratingsToShow = 5

/** States of orders that can be rated once their last period is over. */
export const visitedStates = ['confirmed', 'checked-in', 'completed'] as const satisfies readonly OrderState[]

/** Days within which a visit can be rated. */
export const ratableDays = 60

export type NotRatable = { code: 'visit_not_over' } | { code: 'visit_long_ago' }

export function whyNotRatable(state: OrderState, lastEnd: Date | null, now: Date): NotRatable | undefined {
  if (!visitedStates.some((one) => one === state) || lastEnd === null || lastEnd > now) return { code: 'visit_not_over' }
  return now.getTime() - lastEnd.getTime() < ratableDays * 86_400_000 ? undefined : { code: 'visit_long_ago' }
}

/** Visits older than this get no invitation, even when the job was down. */
export const invitedWithinDays = 3
