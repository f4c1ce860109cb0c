import { z } from 'zod'
import { day, listOf, moment, pagedQuery } from '#http/wire.ts'
import { someProse } from '#http/wire-text.ts'
import { discrepancyKinds } from './rules.ts'

export const ListQuery = z.object({ show: z.enum(['open', 'settled']).default('open'), ...pagedQuery })

const Discrepancy = z.object({
  id: z.uuid(),
  kind: z.enum(discrepancyKinds),
  /** What differs, in a few words, and what finance can do about it. */
  title: z.string(),
  advice: z.string(),
  day,
  orderNo: z.string(),
  /** Who says otherwise: a payment provider or an issuer. */
  other: z.string(),
  ours: z.int(),
  theirs: z.int(),
  theirNumber: z.string().nullable(),
  /** Trade number of the payment, or number of the paper. */
  reference: z.string().nullable(),
  foundAt: moment,
  settledAt: moment.nullable(),
  settledBy: z.string().nullable(),
  note: z.string(),
})
export type Discrepancy = z.infer<typeof Discrepancy>

export const ListAnswer = listOf(Discrepancy).extend({
  /** The latest days, the newest first; `finishedAt`: null while something of it has still to be asked. */
  checks: z.array(z.object({ day, startedAt: moment, finishedAt: moment.nullable(), compared: z.int(), skipped: z.int() })),
  /** Whom the check still has to ask, and why it has not. */
  waits: z.array(z.object({ other: z.string(), count: z.int(), reason: z.string().nullable(), nextAt: moment })),
  serverTime: moment,
})
export type ListAnswer = z.infer<typeof ListAnswer>

export const SettleBody = z.object({ id: z.uuid(), reason: someProse(500) })
