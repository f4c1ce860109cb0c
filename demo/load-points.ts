import { anyOf } from '#db/any-of.ts'
import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import { mayMove, moveOrder } from '#modules/orders/move-store.ts'
import { readLimits, writeSetting } from '#modules/settings/store.ts'
import { causeOf } from '#modules/violations/rules.ts'

const aDay = 86_400_000

/**
 * Demo accounts get points and are never suspended, since their passwords are public. The member has one point to look
 * at and appeal. Loaded once.
 */
export async function loadPoints(trx: Trx, accounts: readonly string[], now: Date): Promise<void> {
  if (await trx.selectFrom('settings').select('key').where('key', '=', 'never_suspended').executeTakeFirst()) return
  const shared = await trx.selectFrom('members').select(['id', 'account']).where('account', '=', anyOf(accounts)).execute()
  await writeSetting(
    trx,
    'never_suspended',
    shared.map(({ id }) => id),
    null,
    now,
  )
  await appealForOthers(trx, now)
  const member = shared.find(({ account }) => account === 'member')
  if (member) await missFirstBooking(trx, member.id, now)
}

type Missed = { orderId: string; day: string; missedAt: Date }

/** Turns the first past booking, which loadBookings leaves open, into a no-show. */
async function missFirstBooking(trx: Trx, memberId: string, now: Date): Promise<void> {
  const { checkIn, violations } = await readLimits(trx)
  const { rows } = await sql<Missed>`
    update order_items i set missed_at = lower(i.during) + make_interval(mins => ${checkIn.noShowMinutes})
    where i.id = (
      select i.id from order_items i join orders o on o.id = i.order_id
      where o.member_id = ${memberId} and ${mayMove('miss')} and i.checked_in_at is null and upper(i.during) <= ${now} and o.idempotency_key like 'demo-%'
      order by lower(i.during) limit 1)
    returning i.order_id as "orderId", i.day::text, i.missed_at as "missedAt"`.execute(trx)
  const [missed] = rows
  if (!missed) return
  const { orderId, day, missedAt } = missed
  await moveOrder(trx, orderId, 'miss', missedAt)
  const row = { id: randomUUID(), member_id: memberId, order_id: orderId, day, at: missedAt }
  const expiresAt = new Date(missedAt.getTime() + violations.pointDays * aDay)
  await trx
    .insertInto('violations')
    .values({ ...row, kind: 'no-show', cause: causeOf({ kind: 'no-show', memberId, orderId, day }), expires_at: expiresAt })
    .execute()
}

const appeals = [
  '當天到場時入口的掃描器故障，櫃檯人員請我直接進場，同場的球友可以作證。',
  '我有準時到場，但手機沒電無法出示票券。附近監視器應該看得到。',
  '孩子半夜送急診，隔天才想起來沒有取消，下次一定會注意。',
]

/** No-shows of other members, each with a point and an appeal that waits. */
async function appealForOthers(trx: Trx, now: Date): Promise<void> {
  const { checkIn, violations } = await readLimits(trx)
  const { rows } = await sql<Missed & { memberId: string }>`
    update order_items i set missed_at = lower(i.during) + make_interval(mins => ${checkIn.noShowMinutes}), checked_in_at = null, checked_in_by = null
    from orders o where o.id = i.order_id and i.id in (
      select min(i.id::text)::uuid from order_items i join orders o on o.id = i.order_id join members m on m.id = o.member_id
      where m.account in ('guest0003', 'guest0007', 'guest0011') and o.kind = 'venue' and o.state in ('confirmed', 'checked-in', 'completed')
        and i.state = 'active' and upper(i.during) <= ${now}
        and (select count(*) from order_items n where n.order_id = o.id) = 1 group by o.member_id)
    returning i.order_id as "orderId", i.day::text, i.missed_at as "missedAt", o.member_id as "memberId"`.execute(trx)
  for (const [n, { orderId, day, missedAt, memberId }] of rows.entries()) {
    // What is completed is opened again first, as when somebody turns out not to have been there.
    await moveOrder(trx, orderId, 'comeAfterAll', missedAt)
    await moveOrder(trx, orderId, 'miss', missedAt)
    const id = randomUUID()
    await trx
      .insertInto('violations')
      .values({
        id,
        member_id: memberId,
        kind: 'no-show',
        cause: causeOf({ kind: 'no-show', memberId, orderId, day }),
        order_id: orderId,
        day,
        at: missedAt,
        expires_at: new Date(missedAt.getTime() + violations.pointDays * aDay),
      })
      .execute()
    const sentAt = new Date(Math.min(now.getTime() - (n + 1) * 3_600_000, missedAt.getTime() + aDay))
    await trx
      .insertInto('appeals')
      .values({ id: randomUUID(), violation_id: id, text: appeals[n % appeals.length]!, sent_at: sentAt })
      .execute()
  }
}
