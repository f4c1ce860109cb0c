import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { channels } from './rules.ts'

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
