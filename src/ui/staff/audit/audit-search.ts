import { isDay } from '#lib/zone.ts'

/** Filters of the audit log in the address, as texts. */
export type AuditSearch = {
  from?: string | undefined
  to?: string | undefined
  person?: string | undefined
  action?: string | undefined
  kind?: string | undefined
  subject?: string | undefined
  words?: string | undefined
  /** Cursor of the page before. */
  after?: string | undefined
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const isCursor = /^\d{1,15}\.\d{1,15}$/

/** What the call takes: values of a mistyped address are left out instead of refused. */
export function auditFilter(search: AuditSearch): AuditSearch {
  const text = (value: unknown, most: number) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, most) : ''
  const filter = {
    from: isDay(text(search.from, 10)) ? search.from : undefined,
    to: isDay(text(search.to, 10)) ? search.to : undefined,
    person: isId.test(text(search.person, 40)) ? search.person : undefined,
    action: text(search.action, 80),
    kind: text(search.kind, 80),
    subject: text(search.subject, 200),
    words: text(search.words, 100).trim(),
    after: isCursor.test(text(search.after, 40)) ? text(search.after, 40) : undefined,
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value))
}

/** The same without the place in the list: what an export takes, and what a new filter starts from. */
export function withoutCursor(search: AuditSearch): AuditSearch {
  const { after: _, ...filter } = auditFilter(search)
  return filter
}
