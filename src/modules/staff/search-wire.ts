import { z } from 'zod'

export const StaffSearchQuery = z.object({ q: z.string().trim().min(1).max(80) })

export const StaffSearchAnswer = z.object({
  items: z.array(
    z.object({
      kind: z.enum(['facility', 'court', 'identity', 'holiday', 'locker_wall', 'staff']),
      /** Unique among the hits of one kind. */
      key: z.string(),
      name: z.string(),
      detail: z.string(),
      /** Address of the page that shows it, without the language prefix. */
      path: z.string(),
    }),
  ),
})
export type StaffSearchAnswer = z.infer<typeof StaffSearchAnswer>
