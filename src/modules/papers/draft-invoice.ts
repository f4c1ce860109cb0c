import { ok, refuse, type Result } from '#lib/result.ts'
import { findNumbered } from '#modules/invoices/read-store.ts'
import type { PapersDeps } from './deps.ts'
import { invoiceBlocks, invoiceTitle } from './invoice-paper.ts'
import { spokenNumber } from './invoice-table.ts'
import type { Draft } from './print-paper.ts'
import { findBuyer } from './store.ts'

/** The paper of a receipt or an invoice that has its number. With a member: only of theirs. */
export async function draftInvoice(
  { db, issuers }: Pick<PapersDeps, 'db' | 'issuers'>,
  id: string,
  memberId: string | undefined,
): Promise<Result<Draft, { code: 'not_found' }>> {
  const invoice = await findNumbered(db, id, memberId)
  if (!invoice) return refuse({ code: 'not_found' })
  const buyer = await findBuyer(db, invoice.orderNo)
  const paper = issuers.known(invoice.issuer)?.paper ?? 'invoice'
  return ok({
    title: (locale) => invoiceTitle(paper, locale),
    number: spokenNumber(invoice.number ?? ''),
    blocks: (speak) => invoiceBlocks({ invoice, paper, buyer: buyer!.name }, speak),
  })
}
