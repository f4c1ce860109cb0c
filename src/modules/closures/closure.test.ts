import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRules, writeRules } from '#modules/settings/store.ts'
import { closureCalls, reason, weekBody } from '#testing/closures.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { newRound, onDays, submitted } from '#testing/preorders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let manager: TestMember
let desk: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  const rules = await readRules(service.db)
  await writeRules(service.db, { booking: { ...rules.booking, daysAhead: 20 } }, null, service.clock.now())
  manager = await service.newMember({ role: 'manager' })
  desk = await service.newMember({ role: 'desk' })
})
afterAll(() => service.close())
const closures = closureCalls(() => service)

const bought = async (as: TestMember, ...items: Parameters<typeof placed>[2]) => {
  const orderNo = await placed(service, as, items)
  await paid(service.db, orderNo, service.clock.now())
  return orderNo
}
const orderOf = async (as: TestMember, orderNo: string) => (await service.call('GET', `/api/Order/${orderNo}`, { as })).body

describe('a closure of a week', () => {
  it('is tried out, stops when something has changed, runs, tells, and is reported', async () => {
    const [one, two, three] = [await service.newMember(), await service.newMember(), await service.newMember()]
    const whole = await bought(one, at(1, 17, 19), at(2, 23, 8))
    const unpaid = await placed(service, two, [at(2, 18, 10)])
    const tried = await closures.preview(manager)
    expect(tried).toMatchObject({
      status: 200,
      body: { totals: { people: 2, bookings: 2, back: 500, clubDates: 0, unpaid: 1 }, periods: [{ start: '2026-11-15T16:00:00.000Z' }] },
    })
    // The whole hall is closed that week: the only other floor is the same hour of a day around it, within three days.
    expect(tried.body.bookings[0]).toMatchObject({
      orderNo: whole,
      state: 'paid',
      back: 500,
      instead: { start: '2026-11-15T11:00:00.000Z' },
    })
    expect(tried.body.bookings[1]).toMatchObject({ orderNo: unpaid, state: 'unpaid', back: 0, instead: null })

    // Somebody pays and somebody books meanwhile: nothing is run, and the new state is answered.
    await paid(service.db, unpaid, service.clock.now())
    await bought(three, at(3, 20, 8))
    const late = await closures.run(manager, weekBody, tried.body.fingerprint)
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'closure_changed', effect: { totals: { bookings: 3, back: 1100, unpaid: 0 } } },
    })
    expect((await closures.list(manager)).items).toEqual([])

    const key = 'one closure of a week'
    const started = await closures.run(manager, weekBody, late.body.effect.fingerprint, { key })
    expect(started.status).toBe(202)
    expect((await closures.run(manager, weekBody, late.body.effect.fingerprint, { key })).body).toEqual(started.body)
    expect(await closures.run(manager, { ...weekBody, to: '2026-11-23' }, 'x', { key })).toMatchObject({
      body: { code: 'idempotency_key_reused' },
    })
    await service.jobsDone('run-closures')
    const report = await closures.read(desk, started.body.id)
    expect(report).toMatchObject({ state: 'done', people: 3, owed: 1100, counts: { cancelled: 3, waiting: 0, failed: 0 } })
    expect(await orderOf(one, whole)).toMatchObject({
      status: 'confirmed',
      owed: 500,
      items: [{ status: 'cancelled' }, { status: 'active' }],
    })
    expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])

    await service.writeLetters()
    const mail = await service.mail(one.email, '場館取消：羽球館，全額退費')
    expect(mail?.body).toContain('原因：地板打蠟\n造成不便，敬請見諒。\n')
    const { id } = started.body
    const csv = await service.call('GET', `/api/Staff/Closure/${id}/Report.csv`, { as: manager })
    expect(csv.text).toContain(`${whole},已取消,500,`)

    // Reworded, and opened again early: the floor can be booked, what was cancelled stays cancelled.
    const reworded = { id: report.id, version: report.version, reason: { tw: '木地板更新', en: 'New floor' } }
    const reword = () => service.call('POST', '/api/Staff/Closure/Words', { as: manager, body: reworded })
    expect((await reword()).status).toBe(204)
    expect(await reword()).toMatchObject({
      status: 409,
      body: { code: 'closure_words_changed', now: { version: 2, reason: { tw: '木地板更新' } } },
    })
    expect((await closures.list(desk)).items).toMatchObject([{ id: report.id, reason: '木地板更新', opensAt: '2026-11-22T16:00:00.000Z' }])
    const waiter = await service.newMember()
    const wished = { venue2ndId: 1, day: '2026-11-17', from: '19:00', to: '20:00', minutes: 60 }
    expect((await service.call('POST', '/api/Wish', { as: waiter, body: wished })).status).toBe(201)
    expect(await closures.lift(manager, report.id)).toMatchObject({ status: 200, body: { offered: 3 } })
    expect(await closures.lift(manager, report.id)).toMatchObject({ status: 409, body: { code: 'already_lifted' } })
    await expect(placed(service, two, [at(1, 17, 19)])).rejects.toThrow('period_taken')
    // Whoever lost it is offered it before the one who waits, and who declines it leaves it to them.
    const wishesOf = async (as: TestMember) => (await service.call('GET', '/api/Wish/List', { as })).body.items
    await expect
      .poll(() => wishesOf(one), { timeout: 20_000 })
      .toMatchObject([{ status: 'offered', venue2ndId: 1, order: { status: 'awaiting-payment', amount: 500 } }])
    expect(await wishesOf(waiter)).toMatchObject([{ status: 'open', place: 1, passes: [{ why: 'had_it_before' }] }])
    const { orderNo } = (await wishesOf(one))[0].order
    expect((await service.call('PUT', '/api/Order', { as: one, body: { orderNo, status: 'cancelled' } })).status).toBe(200)
    await expect.poll(() => wishesOf(waiter)).toMatchObject([{ status: 'offered' }])
    expect(await closures.read(desk, report.id)).toMatchObject({ state: 'lifted', counts: { cancelled: 3 } })
    expect((await closures.list(desk, '?past=true')).items).toMatchObject([{ id: report.id, state: 'lifted' }])
    await closures.close(manager)
  })
})

describe('a closure of some courts and hours', () => {
  it('closes halves with the full court, names other floor of the same hour, and leaves the rest open', async () => {
    const me = await service.newMember()
    const half = await bought(me, at(11, 25, 19))
    const plan = { facilities: [2], courts: [11], from: '2026-11-24', to: '2026-11-26', opens: '18:00', closes: '22:00', weekdays: [3] }
    const { body } = await closures.preview(manager, plan)
    expect(body).toMatchObject({
      courts: ['籃球半場 1'],
      periods: [{ start: '2026-11-25T10:00:00.000Z', end: '2026-11-25T14:00:00.000Z' }],
    })
    expect(body.bookings).toMatchObject([{ orderNo: half, instead: { court: '籃球半場 2', start: '2026-11-25T11:00:00.000Z' } }])
    await closures.close(manager, plan)
    const problems = async (court: number, day: number, hour: number) =>
      (await service.call('POST', '/api/Order/Member/Check', { body: { items: [at(court, day, hour)] } })).body.items[0].problems.map(
        ({ code }: { code: string }) => code,
      )
    expect(await problems(10, 25, 19)).toEqual(['period_closed'])
    expect(await problems(12, 25, 19)).toEqual([])
    expect(await problems(11, 25, 17)).toEqual([])
    expect(await problems(11, 24, 19)).toEqual([])
    expect((await closures.run(manager, plan, (await closures.preview(manager, plan)).body.fingerprint)).body.code).toBe(
      'floor_closed_already',
    )
  })

  it('keeps floor closed that two closures have closed, when one of them is lifted', async () => {
    const day = { facilities: [2], from: '2026-11-28', to: '2026-11-28' }
    const first = await closures.close(manager, day)
    const second = await closures.close(manager, { ...day, to: '2026-11-29' })
    const isOpen = async () =>
      (await service.call('POST', '/api/Order/Member/Check', { body: { items: [at(11, 28, 8)] } })).body.items[0].problems.length === 0
    await closures.lift(manager, first)
    expect(await isOpen()).toBe(false)
    await closures.lift(manager, second)
    expect(await isOpen()).toBe(true)
  })

  it('releases dates of pre-orders, which count as club dates', async () => {
    await newRound(service)
    const club = await service.newMember({ communityName: '晨光羽球社' })
    await submitted(service, club, [onDays(4, ['2027-01-05', '2027-01-12'])])
    const plan = { facilities: [1], courts: [4], from: '2027-01-05', to: '2027-01-05' }
    expect((await closures.preview(manager, plan)).body).toMatchObject({
      totals: { bookings: 1, clubDates: 1, back: 0 },
      bookings: [{ kind: 'preorder', state: 'held', isClub: true, orderNo: null }],
    })
    const id = await closures.close(manager, plan)
    expect(await closures.read(manager, id)).toMatchObject({ counts: { cancelled: 1 } })
    expect((await sql`select from preorder_dates where state = 'released'`.execute(service.db)).rows).toHaveLength(1)
    await service.writeLetters()
    expect((await service.inbox(club.email, 2)).some(({ body }) => body.includes(`原因：${reason.tw}`))).toBe(true)
  })
})

describe('bookings in the middle of a run', () => {
  it('of which one cannot be cancelled: the rest goes on, it is named, kept from others, and tried again', async () => {
    const [stuck, fine] = [await service.newMember(), await service.newMember()]
    const bad = await bought(stuck, at(20, 21, 8, 4))
    await bought(fine, at(20, 21, 13, 4))
    await sql`create function fail_one() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$`.execute(
      service.db,
    )
    await sql
      .raw(
        `create trigger fail_one before update on order_items for each row when (old.member_id = '${stuck.id}') execute function fail_one()`,
      )
      .execute(service.db)
    const id = await closures.close(manager, { facilities: [3], from: '2026-11-21', to: '2026-11-21' })
    expect(await closures.read(manager, id)).toMatchObject({
      state: 'done',
      counts: { cancelled: 1, failed: 1 },
      items: [{ orderNo: bad, state: 'failed', failure: 'out of order', owed: 0 }, { state: 'cancelled' }],
    })
    expect((await closures.list(manager)).items.find((one: { id: string }) => one.id === id)).toMatchObject({ failed: 1 })
    await sql`drop trigger fail_one on order_items`.execute(service.db)
    const retry = () => service.call('POST', '/api/Staff/Closure/Retry', { as: manager, body: { id } })
    expect((await retry()).status).toBe(204)
    await service.jobsDone('run-closures')
    expect(await closures.read(manager, id)).toMatchObject({ state: 'done', counts: { cancelled: 2, failed: 0 } })
    expect(await retry()).toMatchObject({ status: 409, body: { code: 'nothing_failed' } })
    expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])
  })

  it('that a member gives back at the same moment: paid back once, by whoever was first', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => service.newMember()))
    const orders = await Promise.all(members.map((member, n) => bought(member, at((n % 8) + 1, 25, 8 + Math.floor(n / 8)))))
    const give = (n: number) =>
      service.call('POST', '/api/Order/Refund', { as: members[n]!, body: { orderNo: orders[n], acceptZero: true } })
    const [id, ...given] = await Promise.all([
      closures.close(manager, { facilities: [1], from: '2026-11-25', to: '2026-11-25' }).catch(() => undefined),
      ...members.map((_, n) => give(n)),
    ])
    for (const { status } of given) expect([200, 409, 422]).toContain(status)
    // Where a refund came between looking and accepting, nothing was run; the next look is true again.
    if (!id) await closures.close(manager, { facilities: [1], from: '2026-11-25', to: '2026-11-25' })
    expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])
    for (const [n, member] of members.entries())
      expect(['cancelled', 'venue-cancelled']).toContain((await orderOf(member, orders[n]!)).status)
  })

  it('stay when the closure is lifted before their turn', async () => {
    const me = await service.newMember()
    const orderNo = await bought(me, at(5, 26, 9))
    const plan = { facilities: [1], courts: [5], from: '2026-11-26', to: '2026-11-26' }
    const { fingerprint } = (await closures.preview(manager, plan)).body
    await sql`create function never_run() returns trigger language plpgsql as $$ begin raise exception 'the process is gone' using errcode = '57P01'; end $$`.execute(
      service.db,
    )
    await sql
      .raw(
        `create trigger never_run before update on order_items for each row when (old.member_id = '${me.id}') execute function never_run()`,
      )
      .execute(service.db)
    const { id } = (await closures.run(manager, plan, fingerprint)).body
    expect(await closures.read(manager, id)).toMatchObject({ state: 'running', counts: { waiting: 1 } })
    expect(await closures.lift(manager, id)).toMatchObject({ status: 200, body: { offered: 0 } })
    await sql`drop trigger never_run on order_items`.execute(service.db)
    // The run that died would be tried again in ten seconds, for which the next closure would wait.
    await sql`delete from pgboss.job where name = 'run-closures' and state = 'retry'`.execute(service.db)
    expect(await closures.read(manager, id)).toMatchObject({ state: 'lifted', counts: { kept: 1 } })
    expect(await orderOf(me, orderNo)).toMatchObject({ status: 'confirmed', owed: 0 })
    expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])
  })
})

it('refuses what cannot be closed, and lifts no block of a closure by itself', async () => {
  expect(await closures.preview(manager, { ...weekBody, facilities: [99] })).toMatchObject({
    status: 404,
    body: { code: 'no_such_facility' },
  })
  expect(await closures.preview(manager, { ...weekBody, courts: [10] })).toMatchObject({ status: 404, body: { code: 'no_such_court' } })
  expect(await closures.preview(manager, { ...weekBody, to: '2026-11-10' })).toMatchObject({ status: 422 })
  expect(await closures.preview(manager, { ...weekBody, to: '2027-11-10' })).toMatchObject({ status: 422 })
  expect(await closures.preview(manager, { ...weekBody, from: '2026-11-01', to: '2026-11-02' })).toMatchObject({
    body: { code: 'ends_in_past' },
  })
  const blocks = await service.call('GET', '/api/Staff/Block/List?pageSize=100', { as: desk })
  const part = blocks.body.items.find((block: { kind: string }) => block.kind === 'closure')
  expect(await service.call('POST', '/api/Staff/Block/Lift', { as: desk, body: { id: part.id } })).toMatchObject({
    status: 409,
    body: { code: 'part_of_closure' },
  })
  const letter = await service.call('POST', '/api/Staff/Closure/Letter', { as: manager, body: { venue1stId: 1, reason } })
  expect(letter.body.en).toMatchObject({
    body: expect.stringContaining('Reason: Waxing the floor'),
    text: expect.stringContaining('(Waxing the floor)'),
  })
})

describe('the desk', () => {
  it('closes courts for today at once, sees before who is told, and opens again only what it has closed itself', async () => {
    const guest = await service.newMember()
    await bought(guest, at(5, 15, 20))
    const today = { facilities: [1], courts: [5], from: '2026-11-15', to: '2026-11-15' }
    const tried = await closures.preview(desk, today)
    expect(tried).toMatchObject({ status: 200, body: { totals: { bookings: 1, people: 1, back: 500 } } })
    const id = await closures.close(desk, today)
    expect(await closures.read(desk, id)).toMatchObject({ isOwn: true, counts: { cancelled: 1 } })
    expect(await closures.read(manager, id)).toMatchObject({ isOwn: false })
    const colleague = await service.newMember({ role: 'desk' })
    expect(await closures.lift(colleague, id)).toMatchObject({ status: 403, body: { code: 'closure_by_manager' } })
    expect((await closures.lift(desk, id)).status).toBe(200)
  })

  it.each([
    ['a whole facility', { facilities: [1], from: '2026-11-15', to: '2026-11-15' }],
    ['a whole facility, court by court', { facilities: [1], courts: [1, 2, 3, 4, 5, 6, 7, 8], from: '2026-11-15', to: '2026-11-15' }],
    ['another day', { facilities: [1], courts: [5], from: '2026-11-16', to: '2026-11-16' }],
    ['more days than today', { facilities: [1], courts: [5], from: '2026-11-15', to: '2026-11-16' }],
    ['several facilities', { facilities: [1, 2], from: '2026-11-15', to: '2026-11-15' }],
  ])('asks a manager to close %s', async (_, plan) => {
    expect(await closures.preview(desk, plan)).toMatchObject({ status: 403, body: { code: 'closure_by_manager' } })
    expect(await closures.run(desk, plan, 'x')).toMatchObject({ status: 403, body: { code: 'closure_by_manager' } })
    expect((await closures.preview(manager, plan)).status).toBe(200)
    expect((await closures.preview(await service.newMember({ roles: ['desk', 'finance', 'editor'] }), plan)).status).toBe(403)
    expect((await closures.preview(await service.newMember({ roles: ['manager', 'desk'] }), plan)).status).toBe(200)
  })
  it('is answered as the first time when its closure is asked for again after midnight', async () => {
    const plan = { facilities: [1], courts: [6], from: '2026-11-15', to: '2026-11-15' }
    const { fingerprint } = (await closures.preview(desk, plan)).body
    const first = await closures.run(desk, plan, fingerprint, { key: 'closed in the evening' })
    service.clock.advance(86_400_000)
    expect(await closures.run(desk, plan, fingerprint, { key: 'closed in the evening' })).toMatchObject({ status: 202, body: first.body })
  })
})
