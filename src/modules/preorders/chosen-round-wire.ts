import { day, moment } from '#http/wire.ts'
import { z } from 'zod'
import { RoundAnswer } from './wire.ts'

/** A round, and all that clubs can take part in now: by pre-orders, also for what a draw has left, or by wishes. Those that end first come first. */
export const ChosenRoundAnswer = RoundAnswer.extend({
  open: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      seasonFrom: day,
      seasonTo: day,
      orderStart: moment,
      end: moment,
      phase: z.enum(['view-only', 'open']),
      takes: z.enum(['pre-orders', 'leftovers', 'wishes']),
    }),
  ),
})
export type ChosenRoundAnswer = z.infer<typeof ChosenRoundAnswer>
