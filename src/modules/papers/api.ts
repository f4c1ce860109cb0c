import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { contentDisposition } from '#http/wire-disposition.ts'
import type { Locale } from '#i18n/locale.ts'
import { refuse, type Result } from '#lib/result.ts'
import type { z } from 'zod'
import type { PapersDeps } from './deps.ts'
import { draftInvoice } from './draft-invoice.ts'
import { draftOrder } from './draft-order.ts'
import { draftRefund } from './draft-refund.ts'
import { draftSeason } from './draft-season.ts'
import { draftTicket } from './draft-ticket.ts'
import { localesOf, type PaperLanguage } from './language-rules.ts'
import { printPaper, type Draft } from './print-paper.ts'
import { InvoicePaperParams, OrderPaperParams, PaperQuery, RefundPaperParams, SeasonPaperParams } from './wire.ts'

export type PaperRefusal = { code: 'not_found' }

export type OwnRefusal = PaperRefusal | { code: 'too_many_requests'; retryAfterSeconds: number }
export const ownStatus = { not_found: 404, too_many_requests: 429 } as const satisfies StatusOf<OwnRefusal>

/** Writing a page is the work of some requests: nobody has more papers written in a minute than they can look at. */
const papersAtMost = { limit: 12, seconds: 60 }

type Asked = { lang: PaperLanguage | undefined; locale: Locale; now: Date }
export type Params = z.ZodType<{ id: string }>

/** Answers a drafted paper as a file, or its refusal. */
export async function answerPaper<R>(deps: PapersDeps, drafted: Result<Draft, R>, { lang, locale, now }: Asked) {
  if (!drafted.ok) return drafted
  const { bytes, fileName } = await printPaper(deps, drafted.value, localesOf(lang, locale), now)
  return reply(200, bytes, {
    'content-type': 'application/pdf',
    'content-length': String(bytes.length),
    'content-disposition': contentDisposition('attachment', fileName),
    'x-content-type-options': 'nosniff',
  })
}

/** Papers that members download as PDF, each of their own; language by `lang`. */
export function papersApi(api: Api, deps: PapersDeps): void {
  const { db } = deps
  const add = (
    path: string,
    summary: string,
    params: Params,
    draft: (id: string, memberId: string, now: Date) => Promise<Result<Draft, PaperRefusal>>,
  ): void =>
    api.add(
      { method: 'get', path, summary, access: 'member', params, query: PaperQuery, answers: { 200: 'bytes' }, refusals: ownStatus },
      async ({ params: { id }, query: { lang }, session: { memberId }, locale, now }) => {
        const wait = await takeTurn(db, { key: `papers:${memberId}`, ...papersAtMost }, now)
        if (wait) return refuse<OwnRefusal>({ code: 'too_many_requests', ...wait })
        return answerPaper<OwnRefusal>(deps, await draft(id, memberId, now), { lang, locale, now })
      },
    )
  add('/api/Paper/Order/{id}', 'The member’s order as PDF: what was booked, paid and refunded', OrderPaperParams, (id, memberId, now) =>
    draftOrder(deps, id, memberId, now),
  )
  add(
    '/api/Paper/Ticket/{id}',
    'The tickets of the member’s booking as PDF, with the codes to show',
    OrderPaperParams,
    (id, memberId, now) => draftTicket(deps, id, memberId, now),
  )
  add('/api/Paper/Refund/{id}', 'The member’s refund as PDF: for what, how much, by which way', RefundPaperParams, (id, memberId) =>
    draftRefund(deps, id, memberId),
  )
  add('/api/Paper/Season/{id}', 'The club’s pre-order as PDF: every date by month, with sums', SeasonPaperParams, (id, memberId, now) =>
    draftSeason(deps, id, memberId, now),
  )
  add(
    '/api/Paper/Invoice/{id}',
    'The member’s receipt, or number and random code of an invoice, as PDF',
    InvoicePaperParams,
    (id, memberId) => draftInvoice(deps, id, memberId),
  )
}
