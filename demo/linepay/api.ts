import { z } from 'zod'
import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import { readForm } from '#http/read-json.ts'
import { readName } from '#modules/centre/store.ts'
import { refusedPage } from '../gateway/pages.ts'
import { demoPageReply } from '../gateway/policy.ts'
import { isOver } from './answer.ts'
import { linePayPage } from './page.ts'
import { decideLinePayment, findLinePayment } from './store.ts'

const transaction = z.string().regex(/^\d{19}$/)
const PaymentQuery = z.object({ payment: transaction })
const DecisionForm = z.object({ payment: transaction, deed: z.enum(['agree', 'cancel']) })

/** The page of the demo's LINE Pay, on which its payer agrees or leaves. No money is real: only the demo may add it. */
export function demoLinePayApi(api: Api, { db, publicUrl }: { db: Db; publicUrl: string }): void {
  const page = (write: (nonce: string) => string) => demoPageReply(publicUrl, write)
  api.add(
    {
      method: 'get',
      path: '/api/Demo/LinePay',
      summary: 'The page of the demo’s LINE Pay',
      access: 'public',
      query: PaymentQuery,
      answers: { 200: 'bytes' },
    },
    async ({ query, locale, now }) => {
      const payment = await findLinePayment(db, { id: query.payment })
      if (!payment) return page((nonce) => refusedPage('transactionId', locale, nonce))
      const payTo = await readName(db, payment.locale)
      return page((nonce) => linePayPage({ payment, payTo, isOver: isOver(payment, now) }, nonce))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Demo/LinePay',
      summary: 'The payer agrees to a payment of the demo’s LINE Pay, or leaves it',
      access: 'public',
      form: DecisionForm,
      answers: { 200: 'bytes', 303: null },
    },
    async ({ request, locale, now }) => {
      const { payment: id = '', deed = '' } = await readForm(request)
      const payment = transaction.safeParse(id).success ? await findLinePayment(db, { id }) : undefined
      if (!payment) return page((nonce) => refusedPage('transactionId', locale, nonce))
      const agrees = deed === 'agree' && !isOver(payment, now)
      await decideLinePayment(db, id, agrees)
      const { confirmUrl, cancelUrl, orderId } = payment
      if (!agrees) return reply(303, undefined, { location: cancelUrl })
      const back = new URL(confirmUrl)
      back.searchParams.set('transactionId', id)
      back.searchParams.set('orderId', orderId)
      return reply(303, undefined, { location: back.href })
    },
  )
}
