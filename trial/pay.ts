import { setTimeout as delay } from 'node:timers/promises'
import type { StartAnswer } from '#modules/payments/wire.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

/** Pays at the bank; answers whether the service knows of it after a while. */
export async function pay({ calls, bank, pause }: World, member: Person, orderNo: string): Promise<boolean> {
  const started = await calls.insist('pay', { path: '/api/Payment/Start', token: member.token, body: { orderNo } })
  if (started?.status !== 200) return false
  bank.pay((started.body as StartAnswer).fields, orderNo)
  for (let looks = 0; looks < 3; looks++) {
    await delay(pause + 50 * 3 ** looks)
    const result = await calls.insist('look', { method: 'GET', path: `/api/Payment/Result?orderNo=${orderNo}`, token: member.token }, 2)
    if ((result?.body as { status?: string } | undefined)?.status === 'confirmed') return true
  }
  return false
}
