import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { openLog } from '#http/log.ts'
import { formatMoney } from '#i18n/money.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { writeLetters, type LetterWriters } from '#modules/notifications/write-letters.ts'
import { lettersByTopic } from '../wiring/letters.ts'

/** What people were told and is not so: the last event about something says what has become of it. For histories with all of their events. */
export async function untrueEvents(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ complaint: string }>`${toldOf} ${cancelledOf(now)}`.execute(db)
  return rows.map(({ complaint }) => complaint)
}

const toldOf = sql<{ complaint: string }>`
  select 'a booking stands, and its cancellation was told: ' || i.id as complaint from order_items i join outbox e on e.payload ->> 'itemId' = i.id::text
    where e.topic = 'order' and e.payload ->> 'kind' in ('venue-cancelled', 'cancelled') and i.state = 'active'
  union all select 'a sum was told that is not owed: ' || i.id from order_items i join outbox e on e.payload ->> 'itemId' = i.id::text
    where e.topic = 'order' and e.payload ->> 'kind' = 'venue-cancelled'
      and (e.payload ->> 'back')::integer <> (select coalesce(sum(d.amount), 0) from refunds_due d where d.item_id = i.id and d.reason = 'venue-cancelled')
  union all select 'the venue owes for a booking, and nobody was told: ' || d.item_id from refunds_due d
    where d.reason = 'venue-cancelled' and not exists (select from outbox e where e.topic = 'order' and e.payload ->> 'kind' = 'venue-cancelled' and e.payload ->> 'itemId' = d.item_id::text)
  union all select 'what was told of an order last is not its state: ' || o.order_no || ' ' || o.state || ' ' || last.kind from orders o
    join (select distinct on (e.subject_id) e.subject_id, e.payload ->> 'kind' as kind from outbox e where e.topic = 'order'
      and e.payload ->> 'kind' in ('placed', 'offered', 'confirmed', 'expired', 'cancelled')
      -- What names items is told of them.
      and not e.payload ? 'itemId' order by e.subject_id, e.id desc) as last on last.subject_id = o.id
    where case o.state when 'awaiting-payment' then last.kind not in ('placed', 'offered') when 'confirmed' then last.kind <> 'confirmed' when 'expired' then last.kind <> 'expired'
      else o.state = 'venue-cancelled' and last.kind in ('expired', 'cancelled') end
  union all select 'what was told of other floor is not so: ' || i.id || ' ' || last.kind from order_items i
    join (select distinct on (e.payload ->> 'itemId') e.payload ->> 'itemId' as item_id, e.payload ->> 'kind' as kind from outbox e where e.topic = 'order'
      and e.payload ->> 'kind' in ('alternative', 'reopened', 'moved', 'venue-cancelled') order by e.payload ->> 'itemId', e.id desc) as last on last.item_id = i.id::text
    where exists (select from closure_offers f where f.item_id = i.id and f.state = 'open' and f.moves = i.moves) and i.state = 'active' and last.kind <> 'alternative'
      or last.kind = 'alternative' and i.state = 'active' and i.parked_at is null
        -- What staff have moved is told when it is settled.
        and not exists (select from item_moves v where v.item_id = i.id and v.settled_at is null)
  union all select 'what was told of a refund last is not its state: ' || r.refund_no || ' ' || r.state || ' ' || coalesce(last.kind, 'nothing') from refunds r
    left join (select distinct on (e.subject_id) e.subject_id, e.payload ->> 'kind' as kind from outbox e where e.topic = 'refund' order by e.subject_id, e.id desc) as last on last.subject_id = r.id
    where r.amount > 0 and case r.state when 'refunded' then last.kind is distinct from 'refunded' when 'rejected' then last.kind is distinct from 'rejected' else last.kind in ('refunded', 'rejected') end`

/**
 * SQL of bookings that were cancelled: each is told, as an event of its order or of its refund, by whoever cancelled it, and so ended its
 * order. What was taken out of an order that had lapsed is told by nothing.
 */
const cancelledOf = (now: Date) => sql`
  union all select 'a booking was cancelled, and nobody was told: ' || i.id from order_items i join orders o on o.id = i.order_id
    where i.state = 'cancelled' and o.kind = 'venue' and o.state <> 'expired' and not (o.state = 'awaiting-payment' and o.pay_before <= ${now})
      and not exists (select from ledger l where l.order_id = o.id and l.kind = 'payment' and l.at >= o.pay_before)
      and not exists (select from refund_items p where p.item_id = i.id)
      and not exists (select from outbox e where e.topic = 'order' and e.subject_id = o.id
        and (e.payload ->> 'kind' = 'expired' or e.payload ->> 'kind' in ('cancelled', 'venue-cancelled') and coalesce(e.payload ->> 'itemId', i.id::text) = i.id::text))
  union all select 'a booking was told to be cancelled by somebody else: ' || i.id || ' ' || last.kind from order_items i
    join (select distinct on (e.payload ->> 'itemId') e.payload ->> 'itemId' as item_id, e.payload ->> 'kind' as kind from outbox e where e.topic = 'order'
      and e.payload ->> 'kind' in ('cancelled', 'venue-cancelled') and e.payload ? 'itemId' order by e.payload ->> 'itemId', e.id desc) as last on last.item_id = i.id::text
    where i.state = 'cancelled' and (last.kind = 'venue-cancelled') <> i.cancelled_by_venue
  union all select 'an order says that somebody cancelled it who cancelled none of its bookings: ' || o.order_no || ' ' || o.state from orders o
    where o.kind = 'venue' and o.state in ('cancelled', 'venue-cancelled')
      and not exists (select from order_items i where i.order_id = o.id and i.cancelled_by_venue = (o.state = 'venue-cancelled'))`

let writers: LetterWriters | undefined

/** Writes all letters about what has happened. */
export async function tell(db: Db, now: Date): Promise<void> {
  writers ??= lettersByTopic({ db, tokens: new Tokens('a secret that only tests know, long enough'), publicUrl: 'http://localhost:3000' })
  const jobs = { send: async () => {}, work: async () => {}, schedule: async () => {}, stop: async () => {} }
  await writeLetters({ db, jobs, log: openLog('silent') }, writers, now)
}

/**
 * Writes all letters, and answers those that could not be, or that name another sum than goes back for a refund or a cancellation, and
 * refunds of the venue that no mail or two mails call paid back.
 */
export async function wrongLetters(db: Db, now: Date): Promise<string[]> {
  // What is told together has one moment, and the steps before may have told something at this one.
  await tell(db, new Date(now.getTime() + 1000))
  const { rows } = await sql<{ about: string; body: string; sum: number | null }>`
    select r.refund_no || ' ' || (e.payload ->> 'kind') as about, m.body, 
      case when e.payload ->> 'kind' = 'account-needed' or (e.payload ->> 'kind' in ('failed', 'rejected') and r.went_back > 0) then null
        else r.amount + (select coalesce(sum(b.amount), 0)::integer from jsonb_array_elements_text(e.payload -> 'besides') as n (no) join refunds b on b.refund_no = n.no) end as sum
    from outbox e join messages m on m.cause = 'outbox:' || e.id join refunds r on r.id = e.subject_id where e.topic = 'refund' and m.channel = 'mail' and r.way <> 'none'
    union all select 'venue-cancelled ' || o.order_no, m.body, (
      select coalesce(sum(d.amount), 0) from outbox t join refunds_due d on d.item_id::text = t.payload ->> 'itemId' and d.reason = 'venue-cancelled'
      where t.subject_id = e.subject_id and t.topic = 'order' and t.payload ->> 'kind' = 'venue-cancelled' and t.told_at = e.told_at
        -- One mail for one reason.
        and t.payload -> 'closureId' is not distinct from e.payload -> 'closureId' and t.payload -> 'reason' is not distinct from e.payload -> 'reason')
    from outbox e join messages m on m.cause = 'outbox:' || e.id join orders o on o.id = e.subject_id
    where e.topic = 'order' and e.payload ->> 'kind' = 'venue-cancelled' and m.channel = 'mail'`.execute(db)
  const unwritten = await db.selectFrom('outbox').select('payload').where('tries', '>', 0).execute()
  const isWrong = ({ body: whole, sum }: { body: string; sum: number | null }) => {
    const body = whole.replaceAll(toPay, '')
    return sum !== null && (body.includes('NT$') !== sum > 0 || (sum > 0 && !body.includes(formatMoney(sum))))
  }
  return [
    ...rows.filter(isWrong).map(({ about, sum }) => `${about} does not say ${sum}`),
    ...unwritten.map(({ payload }) => `not written: ${JSON.stringify(payload)}`),
    ...(await notToldOnce(db)),
  ]
}

/** What the bookings that are left still cost. */
const toPay = /前繳費 NT\$[\d,]+/g
/** What a mail about a cancellation calls paid back. */
const paidBack = /NT\$([\d,]+) 已(?:退回|由櫃檯|於櫃檯|匯款)/g

async function notToldOnce(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    refundNo: string
    isPaid: boolean
    hasMail: boolean
    isMarked: boolean
    orderNo: string
    marked: number
    bodies: string[]
  }>`
    select r.refund_no as "refundNo", r.state = 'refunded' as "isPaid", o.order_no as "orderNo",
      exists (select from outbox e join messages n on n.cause = 'outbox:' || e.id where e.subject_id = r.id and e.payload ->> 'kind' = 'refunded') as "hasMail",
      (select bool_and(i.told_by_cancellation) from refund_items i where i.refund_id = r.id) as "isMarked",
      (select coalesce(sum(i.amount), 0)::integer from refund_items i join refunds a on a.id = i.refund_id where a.order_id = o.id and a.cause = r.cause and i.told_by_cancellation) as marked,
      array(select n.body from outbox e join messages n on n.cause = 'outbox:' || e.id
        where e.subject_id = o.id and e.payload ->> 'kind' = 'venue-cancelled') as bodies
    from refunds r join orders o on o.id = r.order_id join members m on m.id = o.member_id
    -- Whoever was a guest when it happened has no mail.
    where r.cause = 'venue-cancelled' and m.email is not null and not exists (select from members d where d.merged_into = m.id)`.execute(db)
  return rows.flatMap(({ refundNo, isPaid, hasMail, isMarked, orderNo, marked, bodies }) => {
    const said = bodies
      .flatMap((body) => [...body.matchAll(paidBack)])
      .reduce((sum, [, amount]) => sum + Number(amount!.replaceAll(',', '')), 0)
    return [
      ...(isPaid && hasMail === isMarked ? [`${hasMail ? 'two mails say' : 'no mail says'} that ${refundNo} was paid back`] : []),
      ...(said === marked ? [] : [`mails about the cancellation of ${orderNo} call ${said} paid back, and ${marked} are marked`]),
    ]
  })
}
