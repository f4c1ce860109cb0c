import { expect } from 'vitest'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import type { PayWay } from '#modules/payments/way-rules.ts'
import type { Fields } from '#modules/payments/providers/ecpay/fields.ts'
import type { TestService, TestMember } from './test-service.ts'
import { placed } from './orders.ts'

export const site = 'http://localhost:3000'
export const pathOf = (url: string) => url.replace(site, '')

/** What a browser sends while somebody pays at the demo's gateway. `current` answers the service of the running test. */
export function gatewayCalls(current: () => TestService) {
  let member: TestMember
  let made = 0
  const start = (orderNo: string, as = member, headers = {}, way?: PayWay) =>
    current().call('POST', '/api/Payment/Start', { as, body: { orderNo, way }, headers })
  const post = (path: string, fields: Fields) =>
    current().call('POST', path, {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  return {
    /** The member of the newest order. */
    get member() {
      return member
    },
    /** A cheap hour of its own, `ahead` days from now, for a member of its own. */
    async newOrder(ahead = 1): Promise<string> {
      const service = current()
      member = await service.newMember()
      const [venue2ndId, hour] = [1 + (made % 8), 7 + Math.floor(made++ / 8)]
      const from = momentAt(addDays(dayOf(service.clock.now()), ahead), hour * 60)
      const until = new Date(from.getTime() + 3_600_000)
      return placed(service, member, [{ venue2ndId, start: from.toISOString(), end: until.toISOString() }])
    },
    start,
    post,
    result: async (orderNo: string) => (await current().call('GET', `/api/Payment/Result?orderNo=${orderNo}`, { as: member })).body,
    /** Follows the form to the payment page. */
    async visit(orderNo: string, headers = {}, way?: PayWay): Promise<{ page: string; trade: string; fields: Fields; tradeNo: string }> {
      const { body } = await start(orderNo, member, headers, way)
      const sent = await post(pathOf(body.action), body.fields)
      expect(sent.status).toBe(303)
      const location = sent.headers.get('location')!
      const shown = await current().call('GET', location)
      const trade = new URL(location, site).searchParams.get('trade')!
      return { page: shown.text, trade, fields: body.fields, tradeNo: body.fields.MerchantTradeNo }
    },
    take: (trade: string, way: string) => post('/api/Demo/Gateway/Way', { trade, way }),
  }
}
