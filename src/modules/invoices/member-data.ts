import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { exportPart } from '../member-data.ts'
import { buyerKinds } from './buyer-rules.ts'
import { readPreference } from './buyer-store.ts'
import { allowancesOf, listOfMember } from './read-store.ts'

const buyer = z.object({ kind: z.enum(buyerKinds), code: z.string(), taxId: z.string(), title: z.string() })

/** Invoices in a member's data export, and to whom they are made out from now on. */
export const exportedInvoices = exportPart(
  z.object({
    remembered: buyer.nullable(),
    invoices: z.array(
      z.object({
        number: z.string().nullable(),
        issuer: z.string(),
        orderNo: z.string(),
        amount: z.int(),
        buyer,
        issuedAt: moment.nullable(),
        voidedAt: moment.nullable(),
        allowances: z.array(z.object({ number: z.string(), amount: z.int(), at: moment })),
      }),
    ),
  }),
  async ({ db }, { memberId }) => ({
    remembered: (await readPreference(db, memberId)) ?? null,
    invoices: (await listOfMember(db, memberId)).found.map((invoice) => ({
      number: invoice.number,
      issuer: invoice.issuer,
      orderNo: invoice.orderNo,
      amount: invoice.amount,
      buyer: invoice.buyer,
      issuedAt: invoice.issuedAt?.toISOString() ?? null,
      voidedAt: invoice.voidedAt?.toISOString() ?? null,
      allowances: allowancesOf(invoice).map(({ number, amount, doneAt }) => ({ number: number ?? '', amount, at: doneAt!.toISOString() })),
    })),
  }),
)
