import { landingLink } from '#modules/logins/landing-link.ts'
import type { Tokens } from '#modules/logins/tokens.ts'

/** Page that the link opens. `result`: the payment's result; `order`: the order; `ticket`: the ticket. */
export type OrderPage = 'result' | 'order' | 'ticket'
export type OrderLink = (orderNo: string, page?: OrderPage) => string

/** A signed link for mails and calendars, which the navigation guard lets pass. It grants nothing: only the member sees the order. */
export const orderLink =
  (tokens: Tokens, publicUrl: string): OrderLink =>
  (orderNo, page = 'order') => {
    if (page === 'result') return `${publicUrl}/redirectToResult?ref=${tokens.signReference(orderNo)}`
    const path = page === 'ticket' ? '/member/order/ticket' : '/member/order/overview'
    return landingLink({ tokens, publicUrl }, `${path}?orderNo=${orderNo}`)
  }
