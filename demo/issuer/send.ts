import type { Db } from '#db/connect.ts'
import type { Clock } from '#lib/clock.ts'
import type { Send } from '#modules/payments/provider.ts'
import { answerEcpayReceipts } from './ecpay-receipts.ts'
import { answerEzpay } from './ezpay.ts'
import { answerEcpayInvoices } from './ecpay-invoices.ts'
import { paperBooksIn, type PaperBooks } from './store.ts'

type DemoIssuer = (books: PaperBooks, path: string, body: string, now: Date) => Promise<{ status: number; text: string }>

/** The demo's issuers, by the part of the path that each answers. */
const issuers: readonly (readonly [string, DemoIssuer])[] = [
  ['/B2CInvoice/', answerEcpayInvoices],
  ['/Receipt/', answerEcpayReceipts],
  ['/Api_inv_application/', answerEzpay],
  ['/Api/', answerEzpay],
]

/** What the issuer of a call answers. `address` ends with the path, which says whose call it is. */
export async function answerAsIssuer(
  books: PaperBooks,
  address: string,
  body: string,
  now: Date,
): Promise<{ status: number; text: string }> {
  const found = issuers.find(([part]) => address.includes(part))
  if (!found) return { status: 404, text: '' }
  const [part, answer] = found
  return answer(books, address.slice(address.indexOf(part)), body, now)
}

/** Asks the demo's own issuers inside this process: over the network, behind a proxy, it might not reach itself. */
export const sendToDemoIssuer =
  ({ db, clock }: { db: Db; clock: Clock }): Send =>
  // Without where the demo's issuers stand, so that the rest of the path says which.
  ({ url, body = '' }) =>
    answerAsIssuer(paperBooksIn(db), new URL(url).pathname.replace('/api/Demo/Issuer', ''), body, clock.now())
