import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { dayOf, weekdayOf } from '#lib/zone.ts'
import { readCourtCells } from '#modules/availability/read-courts.ts'
import { closePastBookings } from '#modules/attendance/close-past-bookings.ts'
import { readMine } from '#modules/lockers/read-lockers.ts'
import { makeDraw } from '#modules/ballots/draw-ballot.ts'
import { hashManifest } from '#modules/ballots/hashes.ts'
import { Draw, Manifest } from '#modules/ballots/manifest-wire.ts'
import { findPublished } from '#modules/ballots/draw-store.ts'
import { readRounds } from '#modules/preorders/round-store.ts'
import { phaseOf } from '#modules/settings/window-rules.ts'
import { findRefunds } from '#modules/refunds/read-store.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { givePoints, givePointsForMissed } from '#modules/violations/give-points.ts'
import { findPoints, findSuspension } from '#modules/violations/read-store.ts'
import { mayAppeal } from '#modules/violations/rules.ts'
import { countIn, openLoadedDemo, type LoadedDemo } from '#testing/loaded-demo.ts'
import { letGuestsIn } from './let-guests-in.ts'
import { loadDemo } from './load.ts'

const now = new Date('2026-11-15T11:15:00+08:00')
let demo: LoadedDemo
let db: Db
let catalogue: Catalogue
beforeAll(async () => {
  demo = await openLoadedDemo(now)
  ;({ db, catalogue } = demo)
}, 120_000)
afterAll(() => demo.close())

const facility = (code: string) => catalogue.facilities.find((one) => one.code === code)!
const court = (code: string) => catalogue.facilities.flatMap(({ courts }) => courts).find((one) => one.code === code)!
const count = (statement: ReturnType<typeof sql<{ n: number }>>) => countIn(db, statement)

describe('the demo centre', () => {
  it('has twelve facilities with sixty courts, each described in both languages', () => {
    expect(catalogue.facilities).toHaveLength(12)
    expect(catalogue.courtOf.size).toBe(60)
    for (const { about, place, rules, colour, courts, priceLists } of catalogue.facilities) {
      expect(about.tw && about.en && place.tw && place.en).toBeTruthy()
      expect(rules.tw.length).toBe(rules.en.length)
      expect(rules.tw.length).toBeGreaterThanOrEqual(3)
      expect(colour).toMatch(/^#[\da-f]{6}$/)
      for (const one of courts) expect(Object.keys(priceLists[0]!.prices[one.id]!)).toHaveLength(10)
    }
  })

  it('has full courts that share the spaces of their two halves, each at half the price', () => {
    const [full, left, right] = [court('A'), court('A1'), court('A2')]
    expect(full.spaces.toSorted()).toEqual([...left.spaces, ...right.spaces].toSorted())
    const { prices } = facility('ARN').priceLists[0]!
    for (const [identity, byLevel] of Object.entries(prices[full.id]!))
      expect(prices[left.id]![Number(identity)]).toEqual(byLevel.map((price) => price / 2))
  })

  it('has eighty standard and forty large lockers on three walls, about half of them rented, and two overdue', async () => {
    expect(await count(sql`select count(*) as n from lockers where size = 'standard'`)).toBe(80)
    expect(await count(sql`select count(*) as n from lockers where size = 'large'`)).toBe(40)
    expect(await count(sql`select count(*) as n from locker_rentals where state = 'active'`)).toBeGreaterThan(40)
    expect(await count(sql`select count(*) as n from locker_rentals where state = 'active' and ends_at <= ${now}`)).toBe(2)
    expect(
      await count(
        sql`select count(*) as n from locker_terms t join ledger l on l.order_id = t.order_id and l.kind = 'payment' where l.amount <> t.price + t.deposit`,
      ),
    ).toBe(0)
  })

  it('is loaded once when several processes start together', async () => {
    await Promise.all([loadDemo(db, demo.files, now), loadDemo(db, demo.files, now)])
    expect(await count(sql`select count(*) as n from courts`)).toBe(60)
  })

  it('has a pool that is closed for a day, a court under repair, and the first days of the Lunar New Year off', async () => {
    expect(await count(sql`select count(*) as n from blocks where kind = 'block'`)).toBe(2)
    expect(await count(sql`select count(*) as n from blocks where kind = 'closure'`)).toBe(2)
    const context = { identityId: 1, memberId: null, now }
    const pool = await readCourtCells(db, openCatalogues(db), { facilityId: facility('POOL').id }, ['2026-11-20'], context)
    expect(new Set(pool!.courts.flatMap(({ cells }) => cells.map(({ state }) => state)))).toEqual(new Set(['closed']))
    expect([...((await openCatalogues(db).current()).holidays.closed ?? [])]).toEqual(['2027-02-05', '2027-02-06'])
  })
})

describe('the refunds of the demo', () => {
  it('are at every stage: arrived, with the bank, refused by a card, waiting for an account', async () => {
    const { refunds } = await findRefunds(db, { page: 1, pageSize: 50 })
    const own = refunds.filter(({ memberAccount, cause }) => memberAccount === 'member' && cause !== 'deposit')
    expect(own.map(({ state, way, methods, bankAccount }) => [state, way, methods[0], bankAccount !== null])).toEqual([
      ['approved', 'bank', 'cvs', false],
      ['processing', 'bank', 'atm', true],
      ['failed', 'card', 'card', false],
      ['refunded', 'card', 'card', false],
    ])
    for (const { createdAt, changedAt, items } of own) {
      expect(changedAt.getTime()).toBeLessThan(now.getTime())
      expect(items[0]!.start!.getTime() - createdAt.getTime(), 'never so late that it would cost a point').toBeGreaterThan(0)
    }
  })

  it('can continue: the demo’s gateway knows every payment that was loaded', async () => {
    expect(
      await count(sql`select count(*) as n from payment_attempts a left join demo_trades t on t.merchant_trade_no = a.trade_no and t.trade_no = a.gateway_trade_no
        where a.method <> 'cash' and (t.trade_no is null or t.amount <> a.amount or t.method <> a.method or t.state <> 'paid')`),
    ).toBe(0)
    expect(await count(sql`select count(*) as n from payment_attempts where method not in ('card', 'atm', 'cvs', 'cash')`)).toBe(0)
  })

  it('agree with the dues and the ledger', async () => {
    expect(
      await count(sql`select count(*) as n from refunds r join refund_items i on i.refund_id = r.id join refunds_due d on d.id = i.due_id
        where r.amount <> d.amount or (r.state = 'refunded') <> (d.done_at is not null)
          or (r.state = 'refunded') <> exists (select from ledger l where l.cause = 'refund:' || r.id and l.amount = -r.amount)`),
    ).toBe(0)
  })
})

describe('the bookings of the demo', () => {
  it('are several thousand, of several hundred people, over four weeks', async () => {
    expect(await count(sql`select count(*) as n from orders`)).toBeGreaterThan(1500)
    expect(await count(sql`select count(distinct member_id) as n from orders`)).toBeGreaterThan(300)
    const { rows } = await sql<{
      first: string
      last: string
    }>`select min(day)::text as first, max(day)::text as last from order_items`.execute(db)
    expect(rows[0]).toEqual({ first: '2026-11-01', last: '2026-11-29' })
  })

  it('occupy the spaces of their courts, each once', async () => {
    expect(
      await count(sql`select count(*) as n from order_items i join court_spaces cs on cs.court_id = i.court_id
        left join occupancy o on o.holder_id = i.id and o.space_id = cs.space_id and o.during = i.during where o.space_id is null and i.state = 'active'`),
    ).toBe(0)
  })

  it('are paid: the ledger has the amount of every order', async () => {
    expect(
      await count(sql`select count(*) as n from orders o where o.amount <> (select coalesce(sum(amount), 0) from ledger l where l.order_id = o.id and l.kind = 'payment')
        or o.amount <> (select sum(price + light_fee + deposit) from order_items i where i.order_id = o.id)`),
    ).toBe(0)
  })

  it('A26 are free of charge once for the member of the demo', async () => {
    const free = sql<{
      n: number
    }>`select count(*) as n from orders o join members m on m.id = o.member_id where m.account = 'member' and o.amount = 0 and o.state = 'confirmed'`
    expect(await count(free)).toBe(1)
  })

  it('keep to the quota and to the booking window', async () => {
    const own = sql`select i.*, o.created_at from order_items i join orders o on o.id = i.order_id where o.placed_by is null and i.state = 'active'`
    expect(
      await count(
        sql`select count(*) as n from (select 1 from (${own}) i where counts_for_quota group by member_id, sport, day having sum(minutes) > 120) as over`,
      ),
    ).toBe(0)
    expect(
      await count(
        sql`select count(*) as n from (select 1 from (${own}) i where counts_for_quota group by member_id, date_trunc('week', day) having sum(minutes) > 240) as over`,
      ),
    ).toBe(0)
    expect(
      await count(
        sql`select count(*) as n from (${own}) i where i.day > (created_at at time zone 'Asia/Taipei')::date + 7 or created_at > ${now}`,
      ),
    ).toBe(0)
  })

  it('have the state of their time: past, running, to come', async () => {
    const { rows } = await sql<{ state: string; wrong: number }>`
      select o.state, count(*) filter (where o.state <> case when i.missed_at is not null then 'no-show' when upper(i.during) <= ${now} then 'completed' when lower(i.during) <= ${now} then 'checked-in' else 'confirmed' end)::integer as wrong
      from orders o join order_items i on i.order_id = o.id and i.state = 'active' group by 1 order by 1`.execute(db)
    expect(rows).toEqual(['checked-in', 'completed', 'confirmed', 'no-show'].map((state) => ({ state, wrong: 0 })))
  })

  it('are more in the evening than in the morning, and leave some periods free', async () => {
    const cells = (await readCourtCells(db, openCatalogues(db), { facilityId: facility('BAD').id }, ['2026-11-16', '2026-11-17'], {
      identityId: 1,
      memberId: null,
      now,
    }))!.courts
    const share = (from: string, to: string) => {
      const found = cells
        .flatMap((one) => one.cells)
        .filter(({ start }) => start.toISOString().slice(11, 16) >= from && start.toISOString().slice(11, 16) < to)
      return found.filter(({ state }) => state === 'booked').length / found.length
    }
    expect(share('10:00', '14:00')).toBeGreaterThan(share('00:00', '09:00'))
    expect(share('10:00', '14:00')).toBeLessThan(1)
  })

  it('include some to come of the demo member', async () => {
    const { rows } = await sql<{ day: string }>`
      select i.day::text from order_items i join orders o on o.id = i.order_id join members m on m.id = o.member_id
      where m.account = 'member' and o.state = 'confirmed' and i.reminded_at is null order by i.day`.execute(db)
    expect(rows.length).toBe(3)
    expect(rows.every(({ day }) => day > dayOf(now))).toBe(true)
  })
})

describe('the member of the demo', () => {
  const me = async () => (await db.selectFrom('members').select('id').where('account', '=', 'member').executeTakeFirstOrThrow()).id

  it('has one point for a missed booking, with its mail, that can be appealed', async () => {
    const points = await findPoints(db, await me())
    expect(points).toMatchObject([{ kind: 'no-show', removedAt: null, suspensionId: null, appeal: null, items: [{}] }])
    expect(points.map((point) => mayAppeal(point, now))).toEqual([true])
    expect(await count(sql`select count(*) as n from outbox where told_at is null`)).toBe(0)
  })

  it('has a locker whose term is about to end, and had one whose deposit was refunded', async () => {
    const [mine, before, ...others] = await readMine(db, await me(), now)
    expect(mine).toMatchObject({ status: 'expiring', mayRenew: true, returnGives: 500 })
    expect(before).toMatchObject({ status: 'returned' })
    expect(others).toEqual([])
    const { refunds } = await findRefunds(db, { memberId: await me(), page: 1, pageSize: 100 })
    expect(refunds.filter(({ cause }) => cause === 'deposit')).toMatchObject([{ state: 'refunded', amount: 500, way: 'card' }])
  })

  it('is never suspended, whatever visitors do with the public account', async () => {
    const memberId = await me()
    const orders = await db.selectFrom('orders').select('id as orderId').where('member_id', '=', memberId).execute()
    const causes = orders.map(({ orderId }) => ({ kind: 'expired' as const, memberId, orderId, day: null }))
    const undone = new Error('only to look')
    const trying = db.transaction().execute(async (trx) => {
      await givePoints(trx, causes, now)
      expect((await findPoints(trx, memberId)).length).toBeGreaterThan(3)
      expect(await findSuspension(trx, memberId, now)).toBeUndefined()
      throw undone
    })
    await expect(trying).rejects.toBe(undone)
  })

  it('is checked in for bookings that were loaded, like all invented members, whenever the demo runs again', async () => {
    const inAWeek = new Date(now.getTime() + 7 * 86_400_000)
    await letGuestsIn(db, inAWeek)
    await closePastBookings(db, inAWeek, givePointsForMissed)
    expect(await count(sql`select count(*) as n from order_items where missed_at is not null`), 'those of before').toBe(4)
    expect(await findPoints(db, await me())).toHaveLength(1)
    expect(await count(sql`select count(*) as n from order_items where checked_in_at is not null and lower(during) > ${inAWeek}`)).toBe(0)
  })
})

describe('the rounds of the demo', () => {
  it('are one past, one open and started now, and one to come', async () => {
    const rounds = (await readRounds(db)).filter(({ mode }) => mode === 'first-come')
    expect(rounds.map((round) => phaseOf(round, now))).toEqual(['not-yet', 'open', 'ended'])
    for (const { end } of rounds) expect(end.toISOString(), 'ends at 23:59 in Taipei').toMatch(/T15:59:59/)
    for (const { seasonFrom, seasonTo, name } of rounds) {
      expect([weekdayOf(seasonFrom), weekdayOf(seasonTo)]).toEqual([1, 7])
      expect(name.tw).not.toBe('')
    }
  })

  it('have ten communities in the open one, within their caps, each with its own spaces', async () => {
    const { rows } = await sql<{ state: string; n: number; communities: number }>`
      select p.state, count(*) as n, count(distinct p.member_id) as communities from preorders p join rounds r on r.id = p.round_id and r.mode = 'first-come' group by 1 order by 1`.execute(
      db,
    )
    expect(rows).toEqual([
      { state: 'draft', n: 1, communities: 1 },
      { state: 'submitted', n: 10, communities: 10 },
    ])
    expect(
      await count(sql`select count(*) as n from preorder_dates d join court_spaces cs on cs.court_id = d.court_id
        left join occupancy o on o.holder_id = d.id and o.space_id = cs.space_id and o.during = d.during where o.space_id is null`),
    ).toBe(0)
    expect(
      await count(
        sql`select count(*) as n from (select 1 from preorder_dates group by round_id, member_id, date_trunc('week', day) having count(*) > 2) as over`,
      ),
    ).toBe(0)
    expect(await count(sql`select count(*) as n from preorder_dates`)).toBeGreaterThan(150)
  })

  it('have a submitted pre-order and a draft of the demo community', async () => {
    const { rows } = await sql<{ state: string; title: string; lines: unknown[] }>`
      select p.state, p.title, p.lines from preorders p join members m on m.id = p.member_id join rounds r on r.id = p.round_id and r.mode = 'first-come'
      where m.account = 'community' order by p.state`.execute(db)
    expect(rows).toMatchObject([
      { state: 'draft', title: '週四加開場', lines: [{ weekly: { weekday: 4 } }] },
      { state: 'submitted', title: '週二固定練球', lines: [{ weekly: { weekday: 2 } }] },
    ])
  })

  it('have a draw that is over, with the demo community in it, and one that is open for wishes', async () => {
    const ballots = (await readRounds(db)).filter(({ mode }) => mode === 'ballot')
    expect(ballots.map(({ drawnAt }) => drawnAt !== null).toSorted()).toEqual([false, true])
    const drawn = ballots.find(({ drawnAt }) => drawnAt !== null)!
    const published = (await findPublished(db, drawn.id))!
    const manifest = Manifest.parse(JSON.parse(published.manifest))
    expect(hashManifest(manifest)).toBe(published.hash)
    const draw = Draw.parse(JSON.parse(published.draw!))
    expect(makeDraw(manifest, draw.value), 'anybody gets the same').toEqual(draw)
    expect(
      await count(sql`select count(*) as n from ballot_entries e join members m on m.id = e.member_id where m.account = 'community'`),
    ).toBe(1)
  })
})
