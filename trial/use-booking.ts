import { randomUUID } from 'node:crypto'
import { dayOf } from '#lib/zone.ts'
import type { OwnMoveAnswer, OwnMoveOptions } from '#modules/orders/moving-wire.ts'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import type { Booking, Spot } from './history.ts'
import { pay } from './pay.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

/** What a member does with a paid booking: move it, be let in, give it back, or nothing. */
export async function useBooking(world: World, member: Person, booking: Booking): Promise<void> {
  const shown = await world.calls.insist('look', { method: 'GET', path: `/api/Order/${booking.orderNo}`, token: member.token })
  const item = (shown?.body as OrderAnswer | undefined)?.items?.[0]
  if (!item) return
  booking.itemId = item.id
  if (booking.spots.length === 0) booking.spots = [{ court: item.venue2ndId, start: item.start }]
  const fate = world.dice.below(4)
  if (fate === 0) await giveBack(world, member, booking)
  if (fate === 1) await checkIn(world, booking, item.id)
  if (fate === 2) await move(world, member, booking, item.id, item.start)
}

async function giveBack({ calls }: World, member: Person, booking: Booking): Promise<void> {
  const body = { orderNo: booking.orderNo, acceptZero: true }
  const answer = await calls.insist('refund', { path: '/api/Order/Refund', token: member.token, body })
  if (answer?.status === 200) booking.refundNo = (answer.body as { refundNo: string }).refundNo
}

/** The door reports a moment of its own, so that a report can be repeated. */
export async function checkIn({ calls, people }: Pick<World, 'calls' | 'people'>, booking: Booking, itemId: string): Promise<void> {
  booking.checkIn ??= { at: new Date(Date.now() - 1000).toISOString(), acknowledged: false }
  const body = { id: itemId, at: booking.checkIn.at }
  const answer = await calls.insist('check in', { path: '/api/Staff/CheckIn/Item', token: people.staff.token, body })
  if (answer?.status === 200) booking.checkIn.acknowledged = true
}

async function move(world: World, member: Person, booking: Booking, itemId: string, start: string): Promise<void> {
  const path = `/api/Order/Booking/${itemId}/Move`
  const day = dayOf(new Date(start))
  const shown = await world.calls.insist('look', { method: 'GET', path: `${path}?date=${day}`, token: member.token })
  const options = shown?.body as OwnMoveOptions | undefined
  const free = (options?.facilities ?? []).flatMap(({ courts }) =>
    courts.flatMap(({ venue2ndId, spots }) => spots.map((spot) => ({ ...spot, venue2ndId }))),
  )
  if (!options || free.length === 0) return
  const { venue2ndId, start: from, end, total } = world.dice.pick(free)
  const to = { court: venue2ndId, start: from }
  booking.openMove = { key: randomUUID(), body: { venue2ndId, start: from, end, total, moves: options.moves }, to }
  booking.spots = [...booking.spots, to]
  const topUp = await repeatMove(world, member, booking)
  if (topUp !== undefined) await pay(world, member, topUp)
}

/** Sends a move under its key, again if need be. Answers the number of the top-up that it waits for. */
export async function repeatMove({ calls }: Pick<World, 'calls'>, { token }: Person, booking: Booking): Promise<string | undefined> {
  const { openMove, itemId } = booking
  if (!openMove) return undefined
  const { key, body, to } = openMove
  const answer = await calls.insist('move', { path: `/api/Order/Booking/${itemId}/Move`, token, key, body })
  if (!answer) return undefined
  booking.openMove = undefined
  if (answer.status !== 200) {
    // A request that was given up may still be carried out after the refusal of a later one.
    if (answer.tries === 1) booking.spots = booking.spots.filter((spot) => spot !== to)
    return undefined
  }
  const { topUp } = answer.body as OwnMoveAnswer
  if (topUp) return topUp.orderNo
  settleOn(booking, to)
  return undefined
}

/**
 * The service has said that the booking stands there. It may have been taken elsewhere since, by what was asked for later and is not
 * answered: the places where it may stand are told in the order in which they were asked for.
 */
export function settleOn(booking: Booking, to: Spot): void {
  if (booking.spots.length === 0 || (booking.spots.at(-1) === to && !booking.openMove)) booking.spots = [to]
  else if (!booking.spots.includes(to)) booking.spots = [...booking.spots, to]
}
