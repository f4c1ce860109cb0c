import { setTimeout as delay } from 'node:timers/promises'
import type { StartAnswer } from '#modules/payments/wire.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

/** One of four pays at NewebPay, and one at LINE Pay. */
const ways = ['card', 'card', 'applepay', 'linepay'] as const

/** Pays at a provider; answers whether the service knows of it after a while. */
export async function pay(world: World, member: Person, orderNo: string): Promise<boolean> {
  const { calls, dice, pause } = world
  const started = await calls.insist('pay', { path: '/api/Payment/Start', token: member.token, body: { orderNo, way: dice.pick(ways) } })
  if (started?.status !== 200) return false
  await payAt(world, started.body as StartAnswer, orderNo)
  for (let looks = 0; looks < 3; looks++) {
    await delay(pause + 50 * 3 ** looks)
    const result = await calls.insist('look', { method: 'GET', path: `/api/Payment/Result?orderNo=${orderNo}`, token: member.token }, 2)
    if ((result?.body as { status?: string } | undefined)?.status === 'confirmed') return true
  }
  return false
}

async function payAt({ calls, bank, others, history, dice }: World, started: StartAnswer, orderNo: string): Promise<void> {
  if (started.method === 'get') {
    const { pathname, search } = new URL(others.agreeAtLine(started.action))
    // One browser in four never returns.
    if (!dice.oneIn(4)) await calls.once('return', calls.choose(), { method: 'GET', path: `${pathname}${search}` })
    return
  }
  if (started.fields['MerchantTradeNo'] !== undefined) return bank.pay(started.fields, orderNo)
  const { tradeNo, ...notice } = await others.payAtNewebpay(started.fields)
  bank.tellFor({
    ...notice,
    onAcknowledged() {
      others.write(history.trades)
      history.trades.get(tradeNo)!.acknowledged = true
    },
  })
}
