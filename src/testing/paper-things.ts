import { randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import type { Clock } from '#lib/clock.ts'
import { preOrderNumber } from '#modules/preorders/rules.ts'
import { paid } from './orders.ts'
import { insertTestRound } from './preorders.ts'
import type { TestMember } from './test-service.ts'

type Service = { db: Db; clock: Clock }

/** A pre-order, a receipt or a paid order of a member, without what led to it: for tests of who may read its paper. Returns its name in addresses. */
export async function newPaperThing(
  service: Service,
  path: string,
  owner: TestMember,
  placeOrder: (as: TestMember) => Promise<string>,
): Promise<string> {
  if (path.includes('/Season/')) return newPreOrder(service, owner)
  const orderNo = await placeOrder(owner)
  if (path.includes('/Invoice/')) return newReceipt(service, orderNo)
  await paid(service.db, orderNo, service.clock.now())
  return orderNo
}

async function newPreOrder({ db, clock }: Service, { id: member_id }: TestMember): Promise<string> {
  const now = clock.now()
  const round_id = await insertTestRound(db, { viewStart: now, orderStart: now, end: new Date(now.getTime() + 86_400_000) })
  const order_no = preOrderNumber(now, crypto.getRandomValues(new Uint8Array(32)))
  const row = { id: randomUUID(), order_no, member_id, round_id, state: 'submitted', created_at: now, changed_at: now, submitted_at: now }
  await db.insertInto('preorders').values(row).execute()
  return order_no
}

async function newReceipt({ db, clock }: Service, orderNo: string): Promise<string> {
  const now = clock.now()
  const order = await db.selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()
  const id = randomUUID()
  const buyer = JSON.stringify({ kind: 'paper', code: '', taxId: '', title: '' })
  const issued = { issuer: 'own', number: `2026-${id.slice(0, 6)}`, state: 'issued', issued_at: now, created_at: now }
  const row = { id, order_id: order.id, relate_no: id.replaceAll('-', '').slice(0, 20), amount: 300, buyer, lines: '[]', ...issued }
  await db.insertInto('invoices').values(row).execute()
  return id
}
