import ICAL from 'ical.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'

let service: TestService
let me: TestMember
beforeEach(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  me = await service.newMember()
})
afterEach(() => service.close())

const make = async (as = me) => new URL((await service.call('POST', '/api/Calendar/Feed', { as })).body.url).pathname
const read = (path: string, from?: string) => service.call('GET', path, from === undefined ? {} : { from })

/** As somebody else's program understands it. */
async function events(path: string) {
  const { text } = await read(path)
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      sequence: event.sequence,
      status: component.getFirstPropertyValue('status'),
      summary: event.summary,
      location: event.location,
      start: event.startDate.toJSDate(),
      end: event.endDate.toJSDate(),
    }
  })
}
const inTaipei = (moment: Date) => moment.toLocaleString('sv-SE', { timeZone: 'Asia/Taipei' })

describe('the private calendar feed', () => {
  it('has every booking at the right time in Taipei, as an independent parser reads it', async () => {
    const path = await make()
    expect(await events(path)).toEqual([])
    await paid(service.db, await placed(service, me, [at(1, 20, 19), at(2, 21, 21)]), service.clock.now())
    await placed(service, me, [at(3, 19, 6)])
    const found = await events(path)
    expect(found.map(({ start, end, status, summary }) => [inTaipei(start), inTaipei(end), status, summary])).toEqual([
      ['2026-11-19 06:00:00', '2026-11-19 07:00:00', 'TENTATIVE', '羽球館 羽球場 3'],
      ['2026-11-20 19:00:00', '2026-11-20 20:00:00', 'CONFIRMED', '羽球館 羽球場 1'],
      ['2026-11-21 21:00:00', '2026-11-21 22:00:00', 'CONFIRMED', '羽球館 羽球場 2'],
    ])
    expect(new Set(found.map(({ uid }) => uid)).size).toBe(3)
    expect(found[0]!.location).toContain('Fieldhouse 場館預約')
  })

  it('marks cancelled bookings, with the same UID and a higher SEQUENCE', async () => {
    const path = await make()
    await paid(service.db, await placed(service, me, [at(1, 20, 19)]), service.clock.now())
    const [before] = await events(path)
    const manager = await service.newMember({ role: 'manager' })
    const closing = { venue1stId: 1, date: '2026-11-20', reasonTw: '颱風', reasonEn: 'Typhoon' }
    await service.call('POST', '/api/Staff/Facility/Close', { as: manager, body: closing })
    const [after] = await events(path)
    expect(after).toMatchObject({ uid: before!.uid, status: 'CANCELLED' })
    expect(after!.sequence).toBeGreaterThan(before!.sequence)
  })

  it('marks a lapsed hold as cancelled, before any job has run', async () => {
    const path = await make()
    await placed(service, me, [at(1, 20, 19)])
    const [before] = await events(path)
    service.clock.advance(15 * 60_000)
    const [after] = await events(path)
    expect(after).toMatchObject({ uid: before!.uid, status: 'CANCELLED' })
    expect(after!.sequence).toBeGreaterThan(before!.sequence)
  })

  it('shows a booking again that a late payment confirmed, with a higher SEQUENCE', async () => {
    const path = await make()
    const orderNo = await placed(service, me, [at(1, 20, 19)])
    service.clock.advance(15 * 60_000)
    const [unsaid] = await events(path)
    await expireUnpaidOrders(service.db, service.clock.now())
    const [said] = await events(path)
    await paid(service.db, orderNo, service.clock.now())
    const [back] = await events(path)
    expect([unsaid, said, back].map((event) => event!.status)).toEqual(['CANCELLED', 'CANCELLED', 'CONFIRMED'])
    expect(said!.sequence).toBeGreaterThan(unsaid!.sequence)
    expect(back!.sequence).toBeGreaterThan(said!.sequence)
  })

  it('marks one of several periods as cancelled when it was given back, and keeps the others', async () => {
    const path = await make()
    const orderNo = await placed(service, me, [at(1, 20, 19), at(2, 21, 19)])
    await paid(service.db, orderNo, service.clock.now())
    const { items } = (await service.call('GET', `/api/Order/${orderNo}`, { as: me })).body
    const body = { orderNo, itemIds: [items[0].id], acceptZero: true }
    const given = await service.call('POST', '/api/Order/Refund', { as: me, body })
    expect(given.status, given.text).toBeLessThan(300)
    expect((await events(path)).map(({ status }) => status)).toEqual(['CANCELLED', 'CONFIRMED'])
  })

  it('leaves out what ended more than 30 days ago', async () => {
    const path = await make()
    await paid(service.db, await placed(service, me, [at(1, 16, 8)]), service.clock.now())
    service.clock.advance(30 * 86_400_000)
    expect(await events(path)).toHaveLength(1)
    service.clock.advance(86_400_000)
    expect(await events(path)).toHaveLength(0)
  })

  it('answers 404 for an address that is replaced, removed, guessed, or of a closed account', async () => {
    const first = await make()
    const second = await make()
    expect((await read(first)).status, 'renewed').toBe(404)
    expect(await read(second)).toMatchObject({ status: 200 })
    expect((await read(second)).headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect((await service.call('GET', '/api/Calendar/Feed', { as: me })).body.createdAt).toBe(service.clock.now().toISOString())
    await service.call('DELETE', '/api/Calendar/Feed', { as: me })
    expect((await read(second)).status, 'removed').toBe(404)
    expect((await service.call('GET', '/api/Calendar/Feed', { as: me })).body.createdAt).toBeNull()
    for (const guess of ['x.ics', `${'A'.repeat(32)}.ics`, '%00.ics', second.replace('.ics', '').split('/').at(-1)])
      expect((await read(`/api/Calendar/${guess}`)).status, guess).toBe(404)
    const third = await make()
    await service.db.updateTable('members').set({ closed_at: service.clock.now() }).where('id', '=', me.id).execute()
    expect((await read(third)).status, 'closed').toBe(404)
  })

  it('is stored as a hash of its address, and shown as a webcal link', async () => {
    const { body } = await service.call('POST', '/api/Calendar/Feed', { as: me })
    expect(body.webcalUrl).toBe(body.url.replace('http:', 'webcal:'))
    const row = await service.db.selectFrom('calendar_feeds').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(body.url.split('/').at(-1).replace('.ics', ''))
  })

  it('answers 429 after many wrong addresses, and after many reads', async () => {
    const path = await make()
    for (let n = 0; n < 30; n++) await read(`/api/Calendar/${'A'.repeat(32)}.ics`, '198.51.100.9')
    expect(await read(`/api/Calendar/${'B'.repeat(32)}.ics`, '198.51.100.9')).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    })
    expect((await read(path, '198.51.100.9')).status, 'whoever knows one still reads it').toBe(200)
    for (let n = 0; n < 60; n++) await read(path)
    expect((await read(path)).status).toBe(429)
    service.clock.advance(3_600_000)
    expect((await read(path)).status).toBe(200)
  })
})
