import type { Words } from '#i18n/words.ts'
import type { Day } from '#lib/zone.ts'

/**
 * The audit log holds what staff did: one row for each action, never changed. It is read newest first, a page at a time; a
 * cursor names the last row of a page, so that rows that come in meanwhile shift nothing.
 */
export type AuditCursor = { at: Date; id: number }

export const cursorPattern = /^\d{1,15}\.\d{1,15}$/

export const cursorOf = ({ at, id }: AuditCursor): string => `${at.getTime()}.${id}`

export function cursorFrom(text: string): AuditCursor {
  const [at, id] = text.split('.').map(Number)
  return { at: new Date(at!), id: id! }
}

/** More rows than this are not exported at once: the file would be too large for a spreadsheet. */
export const mostExported = 50_000

/** By level; entries of before there were others than the two usual ones name those. */
export type LoggedPrice = { level: Words; price: number }[] | { offPeak: number; peak: number }

/**
 * A change of prices, as the field `prices` of an entry holds it: what these identities pay for these courts from a day on, before
 * and after. Names are those of the moment. No courts: all of the facility. Null: there was or is no price.
 */
export type PriceChange = { identities: Words[]; courts: Words[]; from: Day; before: LoggedPrice | null; after: LoggedPrice | null }

/** What fields of an entry are called, by their keys, as its field `labels` holds it. */
export function labelsIn(fields: unknown): Readonly<Record<string, Words>> {
  const labels = (fields as { labels?: unknown } | null)?.labels
  return typeof labels === 'object' && labels !== null ? (labels as Record<string, Words>) : {}
}

/** The price changes that an entry holds. */
export function priceChangesIn(fields: unknown): PriceChange[] {
  const prices = (fields as { prices?: unknown } | null)?.prices
  return Array.isArray(prices) ? (prices as PriceChange[]) : []
}
