import { z } from '@hono/zod-openapi'

export const liveQuery = (isTopic: (text: string) => boolean) =>
  z.object({
    topics: z
      .string()
      .max(200)
      .transform((text) => [...new Set(text.split(','))])
      .pipe(z.array(z.string().refine(isTopic)).min(1).max(12)),
  })
