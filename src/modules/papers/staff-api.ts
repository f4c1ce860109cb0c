import type { Api } from '#http/call.ts'
import { deskOrFinanceRoles } from '#http/session.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { refuse, type Result } from '#lib/result.ts'
import { answerPaper, ownStatus, type OwnRefusal, type PaperRefusal, type Params } from './api.ts'
import type { PapersDeps } from './deps.ts'
import { draftInvoice } from './draft-invoice.ts'
import { draftOrder } from './draft-order.ts'
import { draftRefund } from './draft-refund.ts'
import { draftSeason } from './draft-season.ts'
import { draftTill } from './draft-till.ts'
import type { Draft } from './print-paper.ts'
import { InvoicePaperParams, OrderPaperParams, PaperQuery, RefundPaperParams, SeasonPaperParams, TillPaperParams } from './wire.ts'

/** The same papers for the desk and for finance, of everybody, and of a till. */
export function papersStaffApi(api: Api, deps: PapersDeps): void {
  const add = (
    path: string,
    summary: string,
    params: Params,
    draft: (id: string, now: Date) => Promise<Result<Draft, PaperRefusal>>,
  ): void =>
    api.add(
      {
        method: 'get',
        path,
        summary,
        access: deskOrFinanceRoles,
        params,
        query: PaperQuery,
        answers: { 200: 'bytes' },
        refusals: ownStatus,
      },
      async ({ params: { id }, query: { lang }, session: { memberId }, locale, now }) => {
        const wait = await takeTurn(deps.db, { key: `staff-papers:${memberId}`, limit: 60, seconds: 60 }, now)
        if (wait) return refuse<OwnRefusal>({ code: 'too_many_requests', ...wait })
        return answerPaper<OwnRefusal>(deps, await draft(id, now), { lang, locale, now })
      },
    )
  add('/api/Staff/Paper/Order/{id}', 'An order as PDF, as its member gets it', OrderPaperParams, (id, now) =>
    draftOrder(deps, id, undefined, now),
  )
  add('/api/Staff/Paper/Refund/{id}', 'A refund as PDF, as its member gets it', RefundPaperParams, (id) => draftRefund(deps, id, undefined))
  add('/api/Staff/Paper/Season/{id}', 'A pre-order as PDF, as its club gets it', SeasonPaperParams, (id, now) =>
    draftSeason(deps, id, undefined, now),
  )
  add('/api/Staff/Paper/Invoice/{id}', 'A receipt or an invoice as PDF, as its member gets it', InvoicePaperParams, (id) =>
    draftInvoice(deps, id, undefined),
  )
  add('/api/Staff/Paper/Till/{id}', 'A till as PDF: sums by way of payment, its count and its rows', TillPaperParams, (id) =>
    draftTill(deps, id),
  )
}
