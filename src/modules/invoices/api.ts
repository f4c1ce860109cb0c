import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import type { Db } from '#db/connect.ts'
import { refuse, type Result } from '#lib/result.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import type { PayableOrders } from '#modules/payments/payable-orders.ts'
import type { Buyer } from './buyer-rules.ts'
import { readOrderBuyer, readPreference } from './buyer-store.ts'
import { chooseBuyer, type ChooseRefusal } from './choose-buyer.ts'
import type { Issuers } from './issuers.ts'
import { listOfMember } from './read-store.ts'
import { presentBuyer, presentList } from './present.ts'
import { BuyerAnswer, BuyerBody, InvoiceListAnswer, InvoiceListQuery, LinkBuyerBody, LinkQuery } from './wire.ts'

const chooseStatus = {
  carrier_wrong: 422,
  donation_wrong: 422,
  tax_id_wrong: 422,
  title_missing: 422,
  carrier_unknown: 422,
  donation_unknown: 422,
  buyer_not_known_here: 422,
  nothing_issued: 409,
  too_many_requests: 429,
} as const satisfies StatusOf<ChooseRefusal>

type LinkRefusal = ChooseRefusal | { code: 'not_found' } | { code: 'nothing_to_pay' }
const linkStatus = { ...chooseStatus, not_found: 404, nothing_to_pay: 409 } as const satisfies StatusOf<LinkRefusal>

export type InvoicesDeps = { db: Db; issuers: Issuers; tokens: Tokens; orders: PayableOrders }

export function invoicesApi(api: Api, deps: InvoicesDeps): void {
  const { db, issuers } = deps
  api.add(
    {
      method: 'get',
      path: '/api/Invoice/Buyer',
      summary: 'To whom the member’s invoices are made out, as was given last, and what can be given',
      access: 'member',
      answers: { 200: BuyerAnswer },
    },
    async ({ session }) => reply(200, presentBuyer(issuers, await readPreference(db, session.memberId))),
  )
  api.add(
    {
      method: 'put',
      path: '/api/Invoice/Buyer',
      summary: 'Make the member’s invoices out to a carrier, a donation or a business from now on',
      access: 'member',
      body: BuyerBody,
      answers: { 200: BuyerAnswer },
      refusals: chooseStatus,
    },
    async ({ body, session, now }) => {
      const chosen = await chooseBuyer(deps, { memberId: session.memberId }, body, now)
      return chosen.ok ? reply(200, presentBuyer(issuers, chosen.value)) : chosen
    },
  )
  api.add(
    {
      method: 'get',
      path: '/api/Invoice/List',
      summary: 'The member’s invoices and receipts, of one order or of all, the newest first',
      access: 'member',
      query: InvoiceListQuery,
      answers: { 200: InvoiceListAnswer },
    },
    async ({ query: { orderNo }, session }) => {
      const { memberId } = session
      return reply(200, presentList(issuers, await listOfMember(db, memberId, orderNo)))
    },
  )
  linkCalls(api, deps)
}

/** By the link that an order is paid by: what is said there is for this order, and shows nothing of what its member has given before. */
function linkCalls(api: Api, { db, issuers, tokens, orders }: InvoicesDeps): void {
  const findByLink = async (ref: string, now: Date) => {
    const orderNo = tokens.readPayLink(ref)
    return orderNo === undefined ? undefined : orders.findByNumber(db, orderNo, now)
  }
  api.add(
    {
      method: 'get',
      path: '/api/Invoice/Buyer/Link',
      summary: 'To whom the invoice of an order is made out that is paid by a signed link, as was said there',
      access: 'public',
      query: LinkQuery,
      answers: { 200: BuyerAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query: { ref }, now }) => {
      const order = await findByLink(ref, now)
      return order ? reply(200, presentBuyer(issuers, await readOrderBuyer(db, order.id))) : refuse({ code: 'not_found' as const })
    },
  )
  api.add(
    {
      method: 'put',
      path: '/api/Invoice/Buyer/Link',
      summary: 'Make the invoice of an order out that is paid by a signed link, before it is paid',
      access: 'public',
      body: LinkBuyerBody,
      answers: { 200: BuyerAnswer },
      refusals: linkStatus,
    },
    async ({ body: { ref, ...buyer }, now }) => {
      const order = await findByLink(ref, now)
      if (!order) return refuse<LinkRefusal>({ code: 'not_found' })
      if (order.state !== 'awaiting-payment') return refuse<LinkRefusal>({ code: 'nothing_to_pay' })
      const chosen: Result<Buyer, LinkRefusal> = await chooseBuyer({ db, issuers }, { orderId: order.id }, buyer, now)
      return chosen.ok ? reply(200, presentBuyer(issuers, chosen.value)) : chosen
    },
  )
}
