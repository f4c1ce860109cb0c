import { z } from 'zod'
import { oneLine } from '#http/wire-text.ts'
import { day, moment, staffRole } from '#http/wire.ts'
import { cursorPattern } from './rules.ts'

const filters = {
  /** Days of the centre, both included. */
  from: day.optional(),
  to: day.optional(),
  /** Who acted. */
  person: z.uuid().optional(),
  action: oneLine(80).optional(),
  kind: oneLine(80).optional(),
  subject: oneLine(200).optional(),
  words: oneLine(100).optional(),
}

export const AuditListBody = z.object({
  ...filters,
  /** `next` of the page before. */
  after: z.string().regex(cursorPattern).optional(),
  pageSize: z.int().min(1).max(100).default(50),
})
export const AuditExportQuery = z.object(filters)

const field = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export const AuditRow = z.object({
  id: z.int(),
  at: moment,
  /** What happened, in one sentence. */
  sentence: z.string(),
  action: z.string(),
  actionName: z.string(),
  who: z.object({ id: z.uuid().nullable(), name: z.string(), roles: z.array(staffRole) }),
  address: z.string(),
  call: z.string(),
  requestId: z.string().nullable(),
  subject: z.object({ kind: z.string(), id: z.string(), label: z.string() }),
  fields: z.array(field),
  note: z.string(),
})
export type AuditRow = z.infer<typeof AuditRow>

export const AuditListAnswer = z.object({ items: z.array(AuditRow), next: z.string().nullable() })
export type AuditListAnswer = z.infer<typeof AuditListAnswer>

export const AuditChoicesAnswer = z.object({
  people: z.array(z.object({ id: z.uuid(), name: z.string() })),
  actions: z.array(z.object({ action: z.string(), name: z.string() })),
})
export type AuditChoicesAnswer = z.infer<typeof AuditChoicesAnswer>
