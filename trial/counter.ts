import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { QuoteAnswer, ReceiptAnswer } from '#modules/desk/counter-wire.ts'
import type { Booking, DeskPayment } from './history.ts'
import { payMinutes } from './people.ts'
import { checkIn } from './use-booking.ts'
import { anyDay, anySpot, noteBooking, place, type Counter } from './visits.ts'
import type { World } from './world.ts'

/** Until when somebody who calls may pay, in milliseconds from now; undefined: until the game. */
const agreements = [undefined, 86_400_000, payMinutes * 60_000, 3000]

/** What the desk does until the trial is over: sells to guests and members who call and pay when they come, or do not come. */
export async function keepAnswering(world: World, counter: Counter): Promise<void> {
  while (!world.isOver()) {
    await answerTelephone(world, counter)
    await delay(world.pause)
  }
}

async function answerTelephone(world: World, counter: Counter): Promise<void> {
  const { calls, dice, people } = world
  const { hour: _, ...spot } = anySpot(world, anyDay(world, counter))
  const items = [{ venue2ndId: spot.court, start: spot.start, end: new Date(Date.parse(spot.start) + 3_600_000).toISOString() }]
  const quoted = await calls.insist('look', { path: '/api/Staff/Counter/Quote', token: people.staff.token, body: { items } })
  if (quoted?.status !== 200) return
  const { amount } = quoted.body as QuoteAnswer
  const guest = dice.oneIn(2) ? dice.pick(people.guests) : undefined
  const customer = guest ?? dice.pick(people.members)
  const within = dice.pick(agreements)
  const { orderNos } = await place(world, { id: customer.id, token: people.staff.token }, spot, {
    ...(guest ? { guest: { name: guest.name, mobile: guest.mobile } } : {}),
    amount,
    ...(within === undefined ? {} : { until: new Date(Date.now() + within).toISOString() }),
  })
  const [orderNo] = orderNos
  if (orderNo === undefined) return
  const booking = noteBooking(world, customer.id, orderNo, [spot])
  // One in three does not come.
  if (dice.oneIn(3)) return
  // Two desks take the money at the same moment: one of them is told that there is nothing to pay.
  const payments = Array.from({ length: dice.oneIn(5) ? 2 : 1 }, () => newPayment(world, orderNo, amount))
  await Promise.all(payments.map((payment) => takeMoney(world, payment)))
  if (payments.some(({ answer }) => answer === 'taken') && dice.oneIn(3)) await letIn(world, booking)
}

function newPayment({ history, dice, people }: World, orderNo: string, amount: number): DeskPayment {
  const money = dice.oneIn(2)
    ? { way: 'cash', tillId: people.tillId, given: amount }
    : { way: 'terminal', tillId: null, reference: `slip ${orderNo}` }
  const payment: DeskPayment = { orderNo, amount, key: randomUUID(), body: { orderNo, ...money } }
  history.deskPayments.push(payment)
  return payment
}

/** Takes the money under its key, again if need be. */
export async function takeMoney({ calls, people }: World, payment: DeskPayment): Promise<void> {
  const { key, body } = payment
  const answer = await calls.insist('take money', { path: '/api/Staff/Payment/Desk', token: people.staff.token, key, body })
  if (answer?.status === 200) payment.answer = 'taken'
  // A request that was given up may still be carried out: it is asked for again at the end.
  else if (answer?.tries === 1) payment.answer = 'refused'
}

async function letIn(world: World, booking: Booking): Promise<void> {
  const path = `/api/Staff/Payment/Receipt/${booking.orderNo}`
  const shown = await world.calls.insist('look', { method: 'GET', path, token: world.people.staff.token })
  const item = (shown?.body as ReceiptAnswer | undefined)?.items?.[0]
  if (!item) return
  booking.itemId = item.id
  await checkIn(world, booking, item.id)
}
