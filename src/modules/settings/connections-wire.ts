import { someLine } from '#http/wire-text.ts'
import { z } from 'zod'

export const ConnectionAnswer = z.object({
  what: z.string(),
  title: z.string(),
  use: z.string(),
  isSet: z.boolean(),
  isDemo: z.boolean(),
  canSend: z.boolean(),
  /** Where a test message of the caller goes; empty: the caller has no mobile, and names one. Null: nothing is sent. */
  recipient: z.string().nullable(),
  settings: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
})
export const ConnectionListAnswer = z.object({ items: z.array(ConnectionAnswer), publicUrl: z.string() })
export type ConnectionListAnswer = z.infer<typeof ConnectionListAnswer>

export const TestConnectionBody = z.object({
  what: someLine(40),
  send: z.boolean().default(false),
  /** For a text, when the caller's own account has no mobile. */
  mobile: z
    .string()
    .regex(/^09\d{8}$/, { error: 'field_mobile' })
    .optional(),
})

const state = z.enum(['ok', 'warning', 'wrong'])
export const ConnectionTestAnswer = z.object({
  what: z.string(),
  state,
  findings: z.array(z.object({ state, code: z.string(), words: z.string(), advice: z.string().nullable() })),
})
export type ConnectionTestAnswer = z.infer<typeof ConnectionTestAnswer>

export const ArrivalQuery = z.object({
  at: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  signature: z.string().max(100),
})
export const ArrivalAnswer = z.object({ address: z.string(), forwardedFor: z.array(z.string()), trustProxy: z.int() })
