import { z } from 'zod'
import { oneLine } from '#http/wire-text.ts'
import { listOf, moment, pagedQuery } from '#http/wire.ts'
import { channels, messageStates } from './rules.ts'

export const DemoInboxQuery = z.object({
  recipient: z.string().trim().min(1).max(320).optional(),
  channel: z.enum(channels).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

export const DemoInboxAnswer = z.array(
  z.object({
    id: z.uuid(),
    channel: z.enum(channels),
    recipient: z.string(),
    subject: z.string().nullable(),
    body: z.string(),
    attachments: z.array(z.object({ name: z.string(), type: z.string(), content: z.string() })),
    sentAt: moment,
    createdAt: moment,
  }),
)
export type DemoInboxAnswer = z.infer<typeof DemoInboxAnswer>

export const MessageListQuery = z.object({
  channel: z.enum(channels).optional(),
  state: z.enum(messageStates).optional(),
  /** Part of an address or of a mobile. */
  recipient: oneLine(100).optional(),
  ...pagedQuery,
})

export const StaffMessage = z.object({
  id: z.uuid(),
  channel: z.enum(channels),
  /** Masked, unless the caller is an administrator. */
  recipient: z.string(),
  subject: z.string().nullable(),
  state: z.enum(messageStates),
  tries: z.int(),
  /** Why the last try failed, as the carrier said it. */
  error: z.string().nullable(),
  createdAt: moment,
  sentAt: moment.nullable(),
  canResend: z.boolean(),
})
export type StaffMessage = z.infer<typeof StaffMessage>

export const MessageListAnswer = listOf(StaffMessage).extend({
  /** Messages of each state, of the chosen channel. */
  counts: z.object({ queued: z.int(), sending: z.int(), sent: z.int(), failed: z.int(), unsure: z.int() }),
  /** Texts of this hour, and how many there may be; how many of them notices, which leave a share for codes; and how many wait. */
  texts: z.object({
    sent: z.int(),
    limit: z.int(),
    resetsAt: moment,
    notices: z.object({ sent: z.int(), limit: z.int(), resetsAt: moment }),
    waiting: z.int(),
  }),
})
export type MessageListAnswer = z.infer<typeof MessageListAnswer>

export const ResendBody = z.object({ id: z.uuid() })
