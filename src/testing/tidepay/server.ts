import { startHttpStandIn, type HttpAnswer, type HttpCall } from '../http-stand-in.ts'
import { tideSignature, type TidepaySettings, type TidePayment } from './provider.ts'

type Payment = TidePayment & { notice: string; return: string; refunded: number }

/** Tidepay's server: it knows us by signatures only, and its books are what it has been told. */
export async function startTidepay() {
  const payments = new Map<string, Payment>()
  const server = await startHttpStandIn((call) => answer(call))
  const settings: TidepaySettings = { url: server.url, shop: 'S-1', secret: 'a secret of Tidepay', demo: false }

  function answer({ method, path, headers, body }: HttpCall): HttpAnswer {
    if (headers['tide-signature'] !== tideSignature(settings.secret, body, path)) return { status: 401, body: '{}' }
    if (path === '/v1/shop') return say({ shop: settings.shop })
    const [, id = '', deed] = /^\/v1\/payments\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    const payment = payments.get(id)
    const given = body === '' ? {} : (JSON.parse(body) as Partial<Payment>)
    if (method === 'POST' && path === '/v1/payments') return opened(given)
    if (!payment) return { status: 404, body: '{}' }
    if (deed === 'capture' && payment.status === 'authorised') payment.status = 'captured'
    if (deed === 'refunds') {
      if (payment.refunded + given.amount! > payment.amount) return say({ ...payment, refused: 'more than was paid' })
      payment.refunded += given.amount!
    }
    return say(payment)
  }

  function opened({ reference = '', amount = 0, notice = '', return: back = '' }: Partial<Payment>): HttpAnswer {
    const id = `tide${payments.size + 1}`
    const payment: Payment = { shop: settings.shop, id, reference, amount, status: 'open', notice, return: back, refunded: 0 }
    payments.set(id, payment)
    return say({ ...payment, address: `${settings.url}/pay/${id}` })
  }

  return {
    settings,
    /** By our trade number. */
    payment: (reference: string): Payment => [...payments.values()].find((one) => one.reference === reference)!,
    /** The payer does something on Tidepay's page; answers the notice about it. */
    pay(reference: string, status: TidePayment['status'] = 'captured') {
      const payment = this.payment(reference)
      payment.status = status
      const { notice, return: back, refunded: _, ...told } = payment
      const body = JSON.stringify({ ...told, payer: { name: '王小明', card: '4311-****-2222' } })
      const headers = { 'content-type': 'application/json', 'tide-signature': tideSignature(settings.secret, body) }
      return { path: new URL(notice).pathname, back: `${back}${back.includes('?') ? '&' : '?'}reference=${reference}`, body, headers }
    },
    close: () => server.close(),
  }
}
export type Tidepay = Awaited<ReturnType<typeof startTidepay>>

const say = (body: object): HttpAnswer => ({ status: 200, body: JSON.stringify(body) })
