import { maskedCode, plainBuyer, type Buyer } from './buyer-rules.ts'
import type { Issuers } from './issuers.ts'
import { allowancesOf, type ReadInvoice } from './read-store.ts'
import type { BuyerAnswer, InvoiceAnswer, InvoiceListAnswer } from './wire.ts'

export function presentBuyer({ current }: Pick<Issuers, 'current'>, given: Buyer | undefined): BuyerAnswer {
  const kinds = [...(current?.buyers ?? [])]
  const isGiven = given !== undefined && kinds.includes(given.kind)
  return { paper: current?.paper ?? null, kinds, buyer: isGiven ? given : { ...plainBuyer, kind: kinds[0] ?? 'member' }, isGiven }
}

export function presentInvoice(issuers: Pick<Issuers, 'known'>, invoice: ReadInvoice): InvoiceAnswer {
  const { id, orderNo, issuer, state, number, randomCode, amount, lines, buyer, issuedAt, voidedAt } = invoice
  const allowances = allowancesOf(invoice)
  return {
    id,
    orderNo,
    paper: issuers.known(issuer)?.paper ?? 'invoice',
    status: state === 'voided' ? 'voided' : state === 'issued' ? 'issued' : 'waiting',
    number,
    randomCode,
    amount,
    rest: state === 'voided' ? 0 : amount - allowances.reduce((sum, one) => sum + one.amount, 0),
    lines,
    buyer: { ...buyer, code: maskedCode(buyer) },
    issuedAt: issuedAt?.toISOString() ?? null,
    voidedAt: voidedAt?.toISOString() ?? null,
    allowances: allowances.map((one) => ({ number: one.number, amount: one.amount, at: one.doneAt?.toISOString() ?? null })),
  }
}

export const presentList = (
  issuers: Pick<Issuers, 'known' | 'current'>,
  { found, isSettling }: { found: ReadInvoice[]; isSettling: boolean },
): InvoiceListAnswer => ({
  items: found.map((one) => presentInvoice(issuers, one)),
  // Without an issuer, nothing will follow.
  isSettling: isSettling && issuers.current !== undefined,
})
