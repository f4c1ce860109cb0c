import { z } from 'zod'
import { OrderNoParams } from '#modules/orders/wire.ts'
import { preOrderNoPattern } from '#modules/preorders/rules.ts'
import { RefundNoParams } from '#modules/refunds/wire.ts'
import { TillParams } from '#modules/tills/wire.ts'
import { paperLanguages } from './language-rules.ts'

/** `lang`: the caller's language unless it is given. */
export const PaperQuery = z.object({ lang: z.enum(paperLanguages).optional() })

export const OrderPaperParams = OrderNoParams
export const RefundPaperParams = RefundNoParams
export const TillPaperParams = TillParams
export const SeasonPaperParams = z.object({ id: z.string().regex(preOrderNoPattern) })
export const InvoicePaperParams = z.object({ id: z.uuid() })
