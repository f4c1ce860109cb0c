import { z } from 'zod'
import { OrderNoParams } from '#modules/orders/wire.ts'
import { paperLanguages } from './language-rules.ts'

/** `lang`: the caller's language unless it is given. */
export const PaperQuery = z.object({ lang: z.enum(paperLanguages).optional() })
export const OrderPaperParams = OrderNoParams
