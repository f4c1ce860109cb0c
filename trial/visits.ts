import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { addDays, dayOf, momentAt, type Day } from '#lib/zone.ts'
import type { PlacedAnswer } from '#modules/orders/wire.ts'
import type { WishListAnswer } from '#modules/waiting/wire.ts'
import type { Answer } from './call.ts'
import type { Booking, Placing, Sale, Spot } from './history.ts'
import { pay } from './pay.ts'
import type { Person } from './people.ts'
import { useBooking } from './use-booking.ts'
import type { World } from './world.ts'

const courts = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]
export const facilityOf = (court: number) => (court < 10 ? 1 : 2)
/** Far enough ahead for full refunds and for moves. */
const firstDay = 5
/** Visits for one day of the calendar: enough that many want the same hour. */
const visitsADay = 250
/** How often a client asks for an hour in vain; the waits between grow to as long as the longest fault. */
const triesToPlace = 7

/** Visits so far, of all clients. */
export type Counter = { visits: number }

/** What one client does until the trial is over: visits of one member after another. */
export async function keepVisiting(world: World, counter: Counter): Promise<void> {
  while (!world.isOver()) {
    const visits = counter.visits++
    await visit(world, world.people.members[visits % world.people.members.length]!, anyDay(world, counter))
    await delay(world.pause)
  }
}

/** One of the two days that visits are about at present. */
export const anyDay = ({ dice }: World, { visits }: Counter): Day =>
  addDays(dayOf(new Date()), firstDay + Math.floor(visits / visitsADay) + dice.below(2))

export function anySpot({ dice }: World, day: Day): Spot & { hour: number } {
  // Evenings are dearer, and wanted by most.
  const hour = dice.oneIn(3) ? 6 + dice.below(12) : 17 + dice.below(5)
  return { court: dice.pick(courts), start: momentAt(day, hour * 60).toISOString(), hour }
}

async function visit(world: World, member: Person, day: Day): Promise<void> {
  const { calls, dice } = world
  const { hour, ...spot } = anySpot(world, day)
  await calls.insist('look', {
    path: '/api/Order/Member/Schedule',
    token: member.token,
    body: { venue1stId: facilityOf(spot.court), date: day },
  })
  if (dice.oneIn(8)) await takeOffers(world, member)
  if (dice.oneIn(world.rushOneIn)) await rush(world, spot)
  const placing = await place(world, member, spot)
  const [orderNo] = placing.orderNos
  if (orderNo !== undefined) await decide(world, member, noteBooking(world, member.id, orderNo, [spot]))
  else if (placing.refused === 'period_taken' && dice.oneIn(2)) await wish(world, member, spot, day, hour)
}

/** Several members press for the same hour at the same moment. */
async function rush(world: World, spot: Spot): Promise<void> {
  const { people, dice } = world
  const members = Array.from({ length: world.pressing }, () => dice.pick(people.members))
  await Promise.all(
    members.map(async (member) => {
      const [orderNo] = (await place(world, member, spot)).orderNos
      if (orderNo !== undefined) await decide(world, member, noteBooking(world, member.id, orderNo, [spot]))
    }),
  )
}

/** Asks for one hour until an answer comes; one in five asks twice at the same time, at both processes. */
export async function place(world: World, member: Person, spot: Spot, sale?: Sale): Promise<Placing> {
  const placing: Placing = { key: randomUUID(), memberId: member.id, spot, sale, orderNos: [], unknown: 0 }
  world.history.placings.push(placing)
  if (world.dice.oneIn(5)) await Promise.all([placeOnce(world, member, placing, 0), placeOnce(world, member, placing, 1)])
  for (let tries = 0; tries < triesToPlace && isOpen(placing); tries++) {
    await placeOnce(world, member, placing, world.calls.choose())
    if (isOpen(placing)) await delay(100 * 2 ** tries)
  }
  return placing
}

const isOpen = ({ orderNos, refused }: Placing) => orderNos.length === 0 && refused === undefined

/** One request for an hour, with what the client is told written down. */
export async function placeOnce(world: World, { token }: Person, placing: Placing, process: number): Promise<void> {
  const { court, start } = placing.spot
  const end = new Date(Date.parse(start) + 3_600_000).toISOString()
  const key = world.withoutKeys ? randomUUID() : placing.key
  const items = [{ venue2ndId: court, start, end }]
  const shot = placing.sale
    ? { path: '/api/Staff/Counter/Sale', token, key, body: { items, ...saleBody(placing.memberId, placing.sale) } }
    : { path: '/api/Order/Member', token, key, body: { items } }
  notePlaced(placing, await world.calls.once(placing.sale ? 'sell' : 'place', process, shot))
}

const saleBody = (memberId: string, { guest, amount, until }: Sale) => ({
  ...(guest ? { guest } : { memberId }),
  amount,
  payment: { way: 'arrival', until },
})

export function notePlaced(placing: Placing, answer: Answer | undefined): void {
  if (answer?.status === 201) {
    const { orderNo } = answer.body as PlacedAnswer
    if (!placing.orderNos.includes(orderNo)) placing.orderNos.push(orderNo)
    placing.refused = undefined
  } else if (answer && answer.status < 500) placing.refused = answer.code ?? String(answer.status)
  else placing.unknown += 1
}

export function noteBooking({ history }: World, memberId: string, orderNo: string, spots: Spot[]): Booking {
  const booking = history.bookings.get(orderNo) ?? { orderNo, memberId, spots }
  history.bookings.set(orderNo, booking)
  return booking
}

/** What becomes of an order: paid and used, cancelled, paid and cancelled at the same time, or left to lapse. */
async function decide(world: World, member: Person, booking: Booking): Promise<void> {
  const fate = world.dice.below(20)
  await delay(world.pause)
  if (fate < 12) {
    if (await pay(world, member, booking.orderNo)) await useBooking(world, member, booking)
  } else if (fate < 16) await cancel(world, member, booking)
  else if (fate < 17) await Promise.all([pay(world, member, booking.orderNo), cancel(world, member, booking)])
}

export async function cancel({ calls }: World, member: Person, booking: Booking): Promise<void> {
  const body = { orderNo: booking.orderNo, status: 'cancelled' }
  const answer = await calls.insist('cancel', { method: 'PUT', path: '/api/Order', token: member.token, body })
  if (answer?.status === 200) booking.cancelled = true
}

async function wish({ calls, history }: World, member: Person, { court }: Spot, day: Day, hour: number): Promise<void> {
  const time = (value: number) => `${String(value).padStart(2, '0')}:00`
  const body = { venue2ndId: court, day, from: time(hour), to: time(hour + 1), minutes: 60 }
  const answer = await calls.insist('wait', { path: '/api/Wish', token: member.token, body })
  if (answer?.status === 201) history.wishes.push({ wishId: (answer.body as { wishId: string }).wishId, memberId: member.id })
}

/** Looks at what the waiting list offers, and takes or declines it. */
async function takeOffers(world: World, member: Person): Promise<void> {
  const listed = await world.calls.insist('wait', { method: 'GET', path: '/api/Wish/List', token: member.token }, 2)
  if (listed?.status !== 200) return
  for (const { order } of (listed.body as WishListAnswer).items) {
    if (order?.status !== 'awaiting-payment') continue
    const booking = noteBooking(world, member.id, order.orderNo, [])
    if (world.dice.oneIn(3)) await cancel(world, member, booking)
    else if (await pay(world, member, order.orderNo)) await useBooking(world, member, booking)
  }
}
