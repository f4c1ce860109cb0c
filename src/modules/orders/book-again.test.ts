import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeSpaces } from '#modules/availability/store.ts'
import { at, orderCalls, paid, type Item } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import type { AgainAnswer } from './wire.ts'

let service: TestService
const calls = orderCalls(() => service)
const orders = new Map<string, string>()
const members = new Map<string, TestMember>()

const again = async (as: TestMember | undefined, orderNo?: string) =>
  service.call('GET', `/api/Order/Again${orderNo === undefined ? '' : `?orderNo=${orderNo}`}`, { as })
const proposed = async (name: string): Promise<AgainAnswer['items']> => (await again(members.get(name))).body.items
const place = ({ venue2ndId, start, end }: AgainAnswer['items'][number]['periods'][number]['near'][number]) => ({ venue2ndId, start, end })

async function played(name: string, items: Item[]): Promise<void> {
  const member = await service.newMember()
  members.set(name, member)
  const { body, status, text } = await calls.place(member, items)
  expect(status, text).toBe(201)
  await paid(service.db, body.orderNo, service.clock.now())
  orders.set(name, body.orderNo)
}

const take = (kind: 'order' | 'closure', items: (Item & { spaces: number[] })[]) =>
  takeSpaces(
    service.db,
    items.flatMap(({ spaces, start, end }) =>
      spaces.map((space) => ({ holder: crypto.randomUUID(), space, period: { start: new Date(start), end: new Date(end) } })),
    ),
    { kind, memberId: null, holdUntil: null },
    service.clock.now(),
  )
const hall = [1, 2, 3, 4, 5, 6, 7, 8]

/** They play on the 15th; it is the morning of the 16th now. */
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  await played('regular', [at(1, 15, 12, 2)])
  await played('pair', [at(3, 15, 15), at(4, 15, 15)])
  await played('ousted', [at(5, 15, 17)])
  await played('outdoor', [at(20, 15, 18, 4)])
  await played('late', [at(6, 15, 20)])
  const unpaid = await service.newMember()
  members.set('unpaid', unpaid)
  await calls.place(unpaid, [at(7, 15, 12)])
  service.clock.advance(24 * 3_600_000)
})
afterAll(() => service.close())

it('the same as last week is the same court, weekday and hours, at the price of now', async () => {
  const [only, ...others] = await proposed('regular')
  expect(others).toEqual([])
  expect(only).toMatchObject({
    orderNo: orders.get('regular'),
    periods: [{ venue2ndId: 1, found: { price: 1000, total: 1000 }, near: [] }],
  })
  expect(place(only!.periods[0]!.found!)).toEqual(at(1, 22, 12, 2))
})

it('can be ordered as it is proposed, and is not proposed once it is booked', async () => {
  const items = (await proposed('pair'))[0]!.periods.map(({ found }) => place(found!))
  expect(items).toEqual([at(3, 22, 15), at(4, 22, 15)])
  expect((await calls.place(members.get('pair')!, items)).status).toBe(201)
  expect(await proposed('pair')).toEqual([])
})

it('is another court of the facility where somebody else has that one', async () => {
  await take('order', [{ ...at(1, 22, 12), spaces: [1] }])
  const [{ periods }] = (await proposed('regular')) as [AgainAnswer['items'][number]]
  expect(periods).toMatchObject([{ venue2ndId: 1, venue2ndName: '羽球場 1', found: { venue2ndId: 2, total: 1000 }, near: [] }])
})

it('is another court for each of two, never the same one twice', async () => {
  await played('couple', [at(1, 16, 20), at(2, 16, 20)])
  service.clock.advance(24 * 3_600_000)
  await take('order', [{ ...at(1, 23, 20), spaces: [1, 2] }])
  const [{ periods }] = (await proposed('couple')) as [AgainAnswer['items'][number]]
  expect(new Set(periods.map(({ found }) => found!.venue2ndId)).size).toBe(2)
})

it('is another court for the one of two that is taken, and that is not the court of the other', async () => {
  await played('neighbours', [at(1, 17, 19), at(2, 17, 19)])
  service.clock.advance(24 * 3_600_000)
  await take('order', [{ ...at(1, 24, 19), spaces: [1] }])
  const [{ periods }] = (await proposed('neighbours')) as [AgainAnswer['items'][number]]
  expect(periods.map(({ venue2ndId, found }) => [venue2ndId, found?.venue2ndId])).toEqual([
    [1, 3],
    [2, 2],
  ])
})

it('of an order with the same hour in several weeks is proposed once', async () => {
  await played('weekly', [at(8, 18, 11), at(8, 25, 11)])
  service.clock.advance(8 * 24 * 3_600_000)
  const found: AgainAnswer['items'] = (await again(members.get('weekly'), orders.get('weekly'))).body.items
  service.clock.advance(-8 * 24 * 3_600_000)
  expect(found.map(({ periods }) => periods.map((one) => one.found?.start))).toEqual([['2026-12-02T03:00:00.000Z']])
})

it('is the nearest times of that day where no court is free', async () => {
  await take('order', [{ ...at(5, 22, 17), spaces: hall }])
  const [{ periods }] = (await proposed('ousted')) as [AgainAnswer['items'][number]]
  expect(periods[0]!.found).toBeNull()
  expect(periods[0]!.near.map(place)).toContainEqual(at(5, 22, 18))
})

it('is not proposed where the facility is closed, nor for what was not paid', async () => {
  expect(await proposed('outdoor')).toMatchObject([{ periods: [{ found: { venue2ndId: 20, price: 6000 + 100, total: 16_100 } }] }])
  await take('closure', [{ ...at(20, 22, 8, 14), spaces: [20] }])
  expect(await proposed('outdoor')).toEqual([])
  expect(await proposed('unpaid')).toEqual([])
})

it('is for another court of the same size where that one is retired', async () => {
  await service.db.updateTable('courts').set({ retired_at: service.clock.now() }).where('id', '=', 6).execute()
  await service.db
    .updateTable('settings')
    .set((row) => ({ value: row.fn('to_jsonb', [row(row.cast<number>('value', 'integer'), '+', 1)]) }))
    .where('key', '=', 'catalogue_version')
    .execute()
  await expect
    .poll(async () => (await proposed('late'))[0]?.periods.map((one) => [one.venue2ndId, one.found?.venue2ndId]), { timeout: 5000 })
    .toEqual([[6, 1]])
})

it('is of one order when that is named, of those that have begun only, and nobody else’s', async () => {
  const regular = members.get('regular')!
  expect((await again(regular, orders.get('regular'))).body.items).toMatchObject([{ orderNo: orders.get('regular') }])
  expect((await again(members.get('late'), orders.get('regular'))).body.items).toEqual([])
  const { body } = await calls.place(regular, [at(8, 19, 10)])
  await paid(service.db, body.orderNo, service.clock.now())
  expect((await again(regular, body.orderNo)).body.items).toEqual([])
})

it('is nothing for a visitor, and refuses what is no number of an order', async () => {
  expect((await again(undefined)).status).toBe(401)
  expect((await again(members.get('regular'), 'nonsense')).status).toBe(422)
})
