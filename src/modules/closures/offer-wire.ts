import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { Where } from '#modules/orders/wire.ts'

export const OfferParams = z.object({ id: z.uuid() })
export const OfferBody = z.object({ accept: z.boolean() })

/** Other floor that is held for a booking that a closure took away. */
export const OpenOffer = z.object({
  id: z.uuid(),
  itemId: z.uuid(),
  orderNo: z.string(),
  reason: z.string(),
  from: z.object(Where),
  to: z.object(Where),
  /** Without an answer until then, everything is paid back. */
  until: moment,
})
export type OpenOffer = z.infer<typeof OpenOffer>
export const OfferListAnswer = z.object({ items: z.array(OpenOffer), serverTime: moment })
export type OfferListAnswer = z.infer<typeof OfferListAnswer>
/** `back`: what is paid back, the difference or everything. */
export const OfferAnswered = z.object({ accepted: z.boolean(), back: z.int() })
export type OfferAnswered = z.infer<typeof OfferAnswered>
