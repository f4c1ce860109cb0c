import { z } from '@hono/zod-openapi'
import { isStaffTopic } from './live-rules.ts'

export const LiveQuery = z.object({
  topics: z
    .string()
    .max(200)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.string().refine(isStaffTopic)).min(1).max(12)),
})
