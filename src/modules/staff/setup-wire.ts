import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { someLine } from '#http/wire-text.ts'
import { email, locale } from '#modules/accounts/wire.ts'
import { LoginAnswer, newSecret } from '#modules/logins/wire.ts'
import { setupSteps } from './setup-rules.ts'
import { KeyBody } from './wire.ts'

export const StaffSearchQuery = z.object({ q: z.string().trim().min(1).max(80) })

export const StaffSearchAnswer = z.object({
  items: z.array(
    z.object({
      /** Of the search that found it. */
      kind: z.string(),
      kindTitle: z.string(),
      icon: z.string(),
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

export const SetupKeyAnswer = z.object({ expiresAt: moment })
export type SetupKeyAnswer = z.infer<typeof SetupKeyAnswer>

export const FirstAdminBody = KeyBody.extend({ email, name: someLine(60), secret: newSecret, locale })
export const FirstAdminAnswer = LoginAnswer

const step = z.enum(setupSteps)
export const SetupAnswer = z.object({
  /** What the data shows as done, by step. */
  done: z.record(step, z.boolean()),
  next: step,
  facilities: z.int(),
  courts: z.int(),
  missing: z.array(
    z.object({
      code: z.enum(['name', 'facilities', 'contact', 'rules', 'mail', 'texts', 'payment']),
      step,
      /** The doors cannot be opened without it. */
      isNeeded: z.boolean(),
    }),
  ),
  isOpen: z.boolean(),
  siteAccess: z.enum(['wired', 'open']),
})
export type SetupAnswer = z.infer<typeof SetupAnswer>

export const OpenDoorsBody = z.object({ siteAccess: z.enum(['wired', 'open']) })
