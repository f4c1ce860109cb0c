import { landingLink } from '#modules/accounts/landing-link.ts'
import type { Tokens } from '#modules/accounts/tokens.ts'

/** `result`: how it stands with paying it; `order`: everything about it; `ticket`: what is shown at the desk. */
export type OrderPage = 'result' | 'order' | 'ticket'
export type OrderLink = (orderNo: string, page?: OrderPage) => string

/** C4: where a mail or a calendar leads, signed, so that the guard lets it pass. It opens nothing: the order is for its member alone. */
export const orderLink =
  (tokens: Tokens, publicUrl: string): OrderLink =>
  (orderNo, page = 'order') => {
    if (page === 'result') return `${publicUrl}/redirectToResult?ref=${tokens.signReference(orderNo)}`
    const path = page === 'ticket' ? '/member/order/ticket' : '/member/order/overview'
    return landingLink({ tokens, publicUrl }, `${path}?orderNo=${orderNo}`)
  }
