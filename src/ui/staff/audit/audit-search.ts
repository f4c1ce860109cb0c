import { aDay, anId, anyWords, fitting, readAddress } from '#ui/staff/kit/address.ts'

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

/** What the call takes. */
export const auditFilter = (search: AuditSearch): AuditSearch =>
  readAddress<AuditSearch>(search, {
    from: aDay,
    to: aDay,
    person: anId,
    action: anyWords(80),
    kind: anyWords(80),
    subject: anyWords(200),
    words: anyWords(100),
    after: fitting(/^\d{1,15}\.\d{1,15}$/),
  })

/** The same without the place in the list: what an export takes, and what a new filter starts from. */
export function withoutCursor(search: AuditSearch): AuditSearch {
  const { after: _, ...filter } = auditFilter(search)
  return filter
}
