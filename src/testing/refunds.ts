import type { TestService, TestMember } from './test-service.ts'
import { placed, type Item } from './orders.ts'
import { samplePdf } from './sample-files.ts'

const post = (service: TestService, path: string, fields: Record<string, string>) =>
  service.call('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

/** An order that was really paid, at the demo's gateway. */
export async function paidAtGateway(
  service: TestService,
  as: TestMember,
  items: Item[],
  way: 'card' | 'card-sulking' | 'atm' = 'card',
): Promise<{ orderNo: string; tradeNo: string }> {
  return payAtGateway(service, as, await placed(service, as, items), way)
}

export async function payAtGateway(
  service: TestService,
  as: TestMember,
  orderNo: string,
  way: 'card' | 'card-sulking' | 'atm' = 'card',
): Promise<{ orderNo: string; tradeNo: string }> {
  const { body } = await service.call('POST', '/api/Payment/Start', { as, body: { orderNo, way: way === 'atm' ? 'atm' : 'card' } })
  const sent = await post(service, new URL(body.action).pathname, body.fields)
  const trade = new URL(sent.headers.get('location')!, body.action).searchParams.get('trade')!
  await post(service, '/api/Demo/Gateway/Way', { trade, way })
  if (way === 'atm') {
    const { number } = await service.db.selectFrom('demo_trades').select('number').where('trade_no', '=', trade).executeTakeFirstOrThrow()
    await post(service, '/api/Demo/Gateway/Counter', { number: number! })
  }
  const order = await service.call('GET', `/api/Order/${orderNo}`, { as })
  if (order.body.status !== 'confirmed') throw new Error(`not paid: ${order.text}`)
  return { orderNo, tradeNo: trade }
}

/** Calls of members about refunds. `current` answers the service of the running test. */
export function refundCalls(current: () => TestService) {
  return {
    check: (as: TestMember, orderNo: string) => current().call('POST', '/api/Order/Refund/Check', { as, body: { orderNo } }),
    refund: (as: TestMember, body: object) => current().call('POST', '/api/Order/Refund', { as, body }),
    /** By bank transfer. */
    refund2: (as: TestMember, body: object) => current().call('POST', '/api/Order/Refund2', { as, body }),
    order: async (as: TestMember, orderNo: string) => (await current().call('GET', `/api/Order/${orderNo}`, { as })).body,
  }
}

export async function passbookOf(service: TestService, as: TestMember): Promise<string> {
  const form = new FormData()
  form.set('upload', new File([samplePdf(as.id)], 'passbook.pdf'))
  return (await service.call('POST', '/api/Upload', { as, body: form })).body.id
}

export async function accountOf(service: TestService, as: TestMember, different: { accountName?: string } = {}) {
  const { name } = await service.db.selectFrom('members').select('name').where('id', '=', as.id).executeTakeFirstOrThrow()
  return { bankCode: '007', bankAccount: '0123-4567-8901', accountName: name, passbookFileId: await passbookOf(service, as), ...different }
}

/** Waits until jobs have brought a refund to this state. */
export async function refundIn(service: TestService, as: TestMember, refundNo: string, status: string) {
  for (const deadline = Date.now() + 8000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const { body } = await service.call('GET', `/api/Order/Refund/${refundNo}`, { as })
    if (body.status === status) return body
    if (Date.now() > deadline) throw new Error(`the refund ${refundNo} is ${body.status}, not ${status}`)
  }
}

/** Waits for a mail whose subject contains this text. */
export async function mailAbout(service: TestService, email: string, words: string) {
  for (const deadline = Date.now() + 8000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = (await service.inbox(email)).find(({ subject }) => subject?.includes(words))
    if (found) return found
    if (Date.now() > deadline) throw new Error(`no mail about ${words}`)
  }
}
