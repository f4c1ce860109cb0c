import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockerCalls, openLockerService, type LockerService } from '#testing/locker-service.ts'
import { furnishLockers, readFurniture, readRentedNumbers, type Furniture } from './furnish-store.ts'

let lockerService: LockerService
beforeEach(async () => {
  lockerService = await openLockerService()
})
afterEach(() => lockerService.service.close())

const { rent, rented, renew, plan, mine, order, moveTo } = lockerCalls(() => lockerService)

const shoes: Furniture = {
  sizes: [
    {
      code: 'shoe',
      name: { tw: '鞋櫃', en: 'Shoe box' },
      deposit: 0,
      terms: [
        { months: 3, price: 90 },
        { months: 12, price: 300 },
      ],
    },
    { code: 'standard', name: { tw: '一般櫃', en: 'Usual' }, deposit: 300, terms: [{ months: 1, price: 160 }] },
  ],
  walls: [
    { wall: 'A', size: 'standard', columns: 2, rows: 2 },
    { wall: 'S', size: 'shoe', columns: 7, rows: 2 },
  ],
}
const furnish = (furniture: Furniture) =>
  lockerService.service.db.transaction().execute((trx) => furnishLockers(trx, furniture, lockerService.service.clock.now()))

it('offers the sizes and terms that staff have chosen, and reads back what they wrote', async () => {
  await furnish(shoes)
  const { db } = lockerService.service
  expect(await readFurniture(db)).toEqual(shoes)
  const { body } = await lockerService.service.call('GET', '/api/Locker/Plan', { headers: { 'accept-language': 'en' } })
  expect(body.sizes).toMatchObject([
    {
      size: 'shoe',
      name: 'Shoe box',
      terms: [
        { term: '3-months', price: 90 },
        { term: '12-months', price: 300 },
      ],
      monthPrice: null,
      halfYearPrice: null,
      total: 14,
    },
    { size: 'standard', name: 'Usual', terms: [{ term: 'month', price: 160 }], monthPrice: 160, total: 4 },
  ])
  const shoe = body.walls.find(({ wall }: { wall: string }) => wall === 'S')
  expect(shoe, 'two cabinets, the second narrower').toMatchObject({ columns: 7, rows: 2 })
  expect(shoe.lockers.find(({ number }: { number: string }) => number === 'S11')).toMatchObject({ column: 6, row: 1 })
  const { id } = shoe.lockers[0]
  expect(await rent(id, { term: 'month' })).toMatchObject({ status: 422, body: { code: 'no_such_term' } })
  expect(await rent(id, { term: '13-months' })).toMatchObject({ status: 422, body: { code: 'invalid_body' } })
  const { orderNo } = await rented(id, '3-months')
  expect(await order(orderNo)).toMatchObject({ title: expect.stringContaining('鞋櫃') })
  expect((await mine()).current).toMatchObject({ sizeName: '鞋櫃', lastDay: '2027-02-15' })
})

it('keeps rentals and their prices, and retires lockers that were ever rented', async () => {
  const { db } = lockerService.service
  const { rentalId } = await rented(1)
  expect(await readRentedNumbers(db)).toEqual({ rented: ['A01'], everRented: ['A01'] })
  await furnish(shoes)
  expect((await mine()).current).toMatchObject({ number: 'A01', sizeName: '一般櫃', deposit: 500, returnGives: 500 })
  await moveTo('2026-12-10T10:00')
  expect(await renew(rentalId, { term: 'half-year' })).toMatchObject({ status: 422, body: { code: 'no_such_term' } })
  expect((await renew(rentalId)).body).toMatchObject({ amount: 160 })
  await furnish({ ...shoes, walls: shoes.walls.slice(1) })
  expect(Object.keys(await plan()).filter((number) => number.startsWith('A'))).toEqual([])
  expect(await db.selectFrom('lockers').select('number').where('retired_at', 'is not', null).execute(), 'the rest is deleted').toEqual([
    { number: 'A01' },
  ])
  expect(await rent(1, { as: lockerService.other })).toMatchObject({ status: 404, body: { code: 'no_such_locker' } })
  await furnish(shoes)
  expect(await plan(), 'and comes back').toMatchObject({ A01: 'taken', A02: 'free' })
})
