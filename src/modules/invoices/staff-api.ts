import type { After } from '#modules/after.ts'
import type { Db } from '#db/connect.ts'
import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskOrFinanceRoles, financeRoles } from '#http/session.ts'
import { momentAt } from '#lib/zone.ts'
import { say } from '#i18n/words.ts'
import type { Issuers } from './issuers.ts'
import { noteDone, reissueInvoice, tryAgain, tryAllAgain, type MendRefusal, type ReissueRefusal } from './mend-invoice.ts'
import { monthCsv } from './month-file.ts'
import { presentList } from './present.ts'
import { listOfOrder } from './read-store.ts'
import { InvoiceListAnswer } from './wire.ts'
import { countHeld, listOffice, readWithin } from './office-store.ts'
import { presentOffice, presentSums } from './staff-present.ts'
import {
  CountAnswer,
  DeedBody,
  MonthQuery,
  NoteBody,
  OfficeListAnswer,
  OfficeListQuery,
  OrderParams,
  ReissueBody,
  SumsAnswer,
} from './staff-wire.ts'
import { readBalances, readMoneySums, readPaperSums, type Span } from './sums-store.ts'

const mendStatus = { not_found: 404, nothing_waits: 409 } as const satisfies StatusOf<MendRefusal>
const reissueStatus = {
  not_found: 404,
  invoice_waits: 409,
  allowance_lives: 409,
  too_late: 409,
  issuer_refuses: 409,
  carrier_wrong: 422,
  donation_wrong: 422,
  tax_id_wrong: 422,
  title_missing: 422,
} as const satisfies StatusOf<ReissueRefusal>

export type OfficeDeps = { db: Db; issuers: Issuers } & Pick<After, 'invoicesDue'>

const pageSize = 25

/** What was issued, what waits and why, and what the accountant needs. */
export function invoicesStaffApi(api: Api, deps: OfficeDeps): void {
  const { db, issuers } = deps
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Invoice/List',
      summary: 'Invoices and receipts: those that wait, or all, the newest first',
      access: financeRoles,
      query: OfficeListQuery,
      answers: { 200: OfficeListAnswer },
    },
    async ({ query, locale, now }) => {
      const { invoices, total } = await listOffice(db, query, pageSize)
      const items = invoices.map((one) => presentOffice(issuers, one, locale, now))
      return reply(200, { items, total, page: query.page, pageSize, held: await countHeld(db), issuer: issuers.current?.name ?? null })
    },
  )
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Invoice/Order/{id}',
      summary: 'Invoices and receipts of an order, as the desk prints them',
      access: deskOrFinanceRoles,
      params: OrderParams,
      answers: { 200: InvoiceListAnswer },
    },
    async ({ params: { id: orderNo } }) => {
      return reply(200, presentList(issuers, await listOfOrder(db, orderNo)))
    },
  )
  mendCalls(api, deps)
  monthCalls(api, deps)
}

function mendCalls(api: Api, deps: OfficeDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Invoice/Retry',
      summary: 'Try again what waits for its turn or for a person',
      access: financeRoles,
      body: DeedBody,
      answers: { 204: null },
      refusals: mendStatus,
    },
    async ({ body, audit, now }) => {
      const tried = await tryAgain(deps, body.deedId, audit, now)
      deps.invoicesDue()
      return done(tried)
    },
  )
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Invoice/RetryAll',
      summary: 'Try again everything that the issuer has refused, such as after new numbers were set up there',
      access: financeRoles,
      answers: { 200: CountAnswer },
    },
    async ({ audit, now }) => {
      const count = await tryAllAgain(deps, audit, now)
      deps.invoicesDue()
      return reply(200, { count })
    },
  )
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Invoice/Note',
      summary: 'Write down what was found at the issuer: it was done, with this number',
      access: financeRoles,
      body: NoteBody,
      answers: { 204: null },
      refusals: mendStatus,
    },
    async ({ body, audit, now }) => {
      const noted = await noteDone(deps, body, audit, now)
      deps.invoicesDue()
      return done(noted)
    },
  )
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Invoice/Reissue',
      summary: 'Make an invoice out to somebody else: it is voided while the law allows it, and issued anew',
      access: financeRoles,
      body: ReissueBody,
      answers: { 204: null },
      refusals: reissueStatus,
    },
    async ({ body, session, audit, now }) => {
      const reissued = await reissueInvoice(deps, { ...body, by: session.memberId }, audit, now)
      deps.invoicesDue()
      return done(reissued)
    },
  )
}

function spanOf(month: string): Span {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { from: momentAt(`${month}-01`, 0), until: momentAt(`${next}-01`, 0) }
}

function monthCalls(api: Api, { db, issuers }: OfficeDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Invoice/Sums',
      summary: 'Sums of a month, beside those of the ledger, with every order of which they differ',
      access: financeRoles,
      query: MonthQuery,
      answers: { 200: SumsAnswer },
    },
    async ({ query: { month }, locale }) => {
      const span = spanOf(month)
      const [papers, money, balances] = await Promise.all([readPaperSums(db, span), readMoneySums(db, span), readBalances(db, span)])
      const titled = papers.map((sums) => ({ ...sums, title: say(issuers.known(sums.issuer)?.title, locale) ?? sums.issuer }))
      return reply(200, presentSums(month, titled, money, balances))
    },
  )
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Invoice/Month.csv',
      summary: 'What was issued, voided and allowed in a month, for the accountant, with its sums by kind',
      access: financeRoles,
      query: MonthQuery,
      answers: { 200: 'bytes' },
    },
    async ({ query: { month }, locale }) => {
      const span = spanOf(month)
      const headers = { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="invoices-${month}.csv"` }
      return reply(200, monthCsv(await readWithin(db, span), span, locale), headers)
    },
  )
}
