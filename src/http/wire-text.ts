import { cleanLine, cleanLines } from '#lib/clean-text.ts'
import { z } from 'zod'

/** A field of one line, such as a name, a title or a phone number: line breaks become spaces, control characters go. */
export const oneLine = (max: number) => z.string().overwrite(cleanLine).max(max)
export const someLine = (max: number) => z.string().overwrite(cleanLine).min(1).max(max)

/** A text of several lines, such as a remark: line breaks stay, control characters go. */
export const prose = (max: number) => z.string().overwrite(cleanLines).max(max)
export const someProse = (max: number) => z.string().overwrite(cleanLines).min(1).max(max)

/** What staff decide about somebody's request: yes, or no with a reason. */
export const decisionOf = <const Yes extends string, const No extends string>(yes: Yes, no: No) =>
  z
    .object({ decision: z.enum([yes, no]), reason: prose(500).default('') })
    .refine(({ decision, reason }) => decision === yes || reason !== '', { path: ['reason'], message: 'field_required' })
