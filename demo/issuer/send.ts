import type { Db } from '#db/connect.ts'
import type { Clock } from '#lib/clock.ts'
import type { Send } from '#modules/payments/provider.ts'
import { answerEcpayReceipts } from './ecpay-receipts.ts'
import { answerEzpay } from './ezpay.ts'
import { answerEcpayInvoices } from './ecpay-invoices.ts'

export type DemoIssuer = (db: Db, path: string, body: string, now: Date) => Promise<{ status: number; text: string }>

/** The demo's issuers, by the part of the path that each answers. */
const issuers: readonly (readonly [string, DemoIssuer])[] = [
  ['/B2CInvoice/', answerEcpayInvoices],
  ['/Receipt/', answerEcpayReceipts],
  ['/Api_inv_application/', answerEzpay],
  ['/Api/', answerEzpay],
]

/** Asks the demo's own issuers inside this process: over the network, behind a proxy, it might not reach itself. */
export const sendToDemoIssuer =
  ({ db, clock }: { db: Db; clock: Clock }): Send =>
  async ({ url, body = '' }) => {
    // Where the demo's issuers stand: the rest of the path says which.
    const pathname = new URL(url).pathname.replace('/api/Demo/Issuer', '')
    const found = issuers.find(([part]) => pathname.includes(part))
    if (!found) return { status: 404, text: '' }
    const [part, answer] = found
    return answer(db, pathname.slice(pathname.indexOf(part)), body, clock.now())
  }
