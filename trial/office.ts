import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { dayOf, momentAt, type Day } from '#lib/zone.ts'
import type { EffectAnswer, PlanBody, RunBody } from '#modules/closures/closure-wire.ts'
import type { OfferListAnswer, OpenOffer } from '#modules/closures/wire.ts'
import { reason, words } from '#testing/closures.ts'
import type { Closing, OfferAnswer } from './history.ts'
import type { Person } from './people.ts'
import { settleOn } from './use-booking.ts'
import { anyDay, anySpot, facilityOf, noteBooking, type Counter } from './visits.ts'
import type { World } from './world.ts'

/** Milliseconds between two closures, and between a closure and what people do about it: its bookings are settled by a job. */
const calm = 500
/** A dry run is looked at again so often when something was booked meanwhile. */
const looksAtMost = 5
/** Bookings of which one is where a court is closed. */
const recently = 100
/** So many of those who lost their floor answer at once. */
const answeringAtMost = 6

/** What the manager does until the trial is over: closes courts for some hours, and opens every other one again. */
export async function keepClosing(world: World, counter: Counter): Promise<void> {
  while (!world.isOver()) {
    const { closing, told } = await close(world, counter)
    await delay(calm)
    const members = world.people.members.filter(({ id }) => told.has(id)).slice(0, answeringAtMost)
    const answering = members.map((member) => answerOffers(world, member))
    // Some answer while it is opened again.
    if (world.dice.oneIn(2)) await Promise.all(answering)
    if (world.dice.oneIn(2)) await reopen(world, closing)
    await Promise.all(answering)
    await delay(calm)
  }
}

/** Floor to close: where somebody of the last ones has paid for a booking, or any. */
function anyFloor(world: World, counter: Counter): { court: number; day: Day; hour: number } {
  const booked = [...world.history.bookings.values()]
    .slice(-recently)
    .flatMap(({ itemId, refundNo, spots }) => (itemId !== undefined && refundNo === undefined ? spots.slice(-1) : []))
  const { court, start } = booked.length > 0 && !world.dice.oneIn(5) ? world.dice.pick(booked) : anySpot(world, anyDay(world, counter))
  const day = dayOf(new Date(start))
  return { court, day, hour: (Date.parse(start) - momentAt(day, 0).getTime()) / 3_600_000 }
}

/** Looks at what a closure would do and runs it, under one key however often that is. `told`: members who are offered other floor. */
async function close(world: World, counter: Counter): Promise<{ closing: Closing; told: Set<string> }> {
  const { calls, dice, people, history } = world
  const { court, day, hour } = anyFloor(world, counter)
  const time = (value: number) => `${String(value).padStart(2, '0')}:00`
  // A court, its hall, or all halls.
  const where = dice.oneIn(5) ? dice.pick([{}, { facilities: [1, 2] }]) : { courts: [court] }
  const times = { from: day, to: day, opens: time(hour), closes: time(hour + 1 + dice.below(2)) }
  const plan: PlanBody = { facilities: [facilityOf(court)], ...times, ...where }
  const body: RunBody = { plan, cause: 'fault', choice: dice.oneIn(3) ? 'refund' : 'offer', reason, words, fingerprint: '' }
  const closing: Closing = { key: randomUUID(), body }
  let told = new Set<string>()
  for (let looks = 0; looks < looksAtMost && (looks === 0 || closing.refused === 'closure_changed'); looks++) {
    const shown = await calls.insist('look', { path: '/api/Staff/Closure/Preview', token: people.manager.token, body: plan })
    if (shown?.status !== 200) break
    const { fingerprint, bookings } = shown.body as EffectAnswer
    told = new Set(bookings.flatMap(({ memberId, instead }) => (instead && body.choice === 'offer' ? [memberId] : [])))
    closing.body = { ...body, fingerprint }
    if (looks === 0) history.closings.push(closing)
    await run(world, closing)
  }
  return { closing, told }
}

/** Runs a closure, again if need be; without an answer nobody knows whether it has begun. */
export async function run({ calls, people }: World, closing: Closing): Promise<void> {
  const { key, body } = closing
  const answer = await calls.insist('close', { path: '/api/Staff/Closure/Run', token: people.manager.token, key, body })
  closing.refused = undefined
  if (answer?.tries !== 1) closing.unsure = true
  if (answer?.status === 202) closing.id = (answer.body as { id: string }).id
  else if (answer) closing.refused = answer.code ?? String(answer.status)
}

/** Opens it again; that it was opened by a request whose answer was lost is an answer too. */
export async function reopen({ calls, people }: World, closing: Closing): Promise<void> {
  if (closing.id === undefined) return
  closing.reopening = 'asked'
  const answer = await calls.insist('reopen', { path: '/api/Staff/Closure/Lift', token: people.manager.token, body: { id: closing.id } })
  if (answer?.status === 200 || answer?.code === 'already_lifted') closing.reopening = 'told'
}

async function answerOffers(world: World, member: Person): Promise<void> {
  for (const { id, orderNo, to } of await readOffers(world, member)) {
    // Somebody in five looks and waits.
    if (world.dice.oneIn(5)) continue
    const place = { court: to.venue2ndId, start: to.start }
    const said: OfferAnswer = { offerId: id, memberId: member.id, orderNo, accept: !world.dice.oneIn(3), to: place }
    world.history.offerAnswers.push(said)
    const booking = noteBooking(world, member.id, orderNo, [])
    if (said.accept && booking.spots.length > 0) booking.spots = [...booking.spots, place]
    await answerOffer(world, member, said)
  }
}

/** What a member is offered; soon after the closure, because it is settled by a job. */
async function readOffers({ calls }: World, { token }: Person): Promise<OpenOffer[]> {
  for (let looks = 0; looks < 4; looks++) {
    const listed = await calls.insist('look', { method: 'GET', path: '/api/Order/Offer/List', token }, 2)
    const offers = listed?.status === 200 ? (listed.body as OfferListAnswer).items : []
    if (offers.length > 0) return offers
    await delay(calm)
  }
  return []
}

/** Says yes or no to other floor, again if need be. */
export async function answerOffer(world: World, member: Person, said: OfferAnswer): Promise<void> {
  const { offerId, orderNo, accept, to } = said
  const answer = await world.calls.insist('answer', { path: `/api/Order/Offer/${offerId}`, token: member.token, body: { accept } })
  if (!answer) return
  const booking = noteBooking(world, member.id, orderNo, [])
  if (answer.status === 200) {
    said.answer = 'acknowledged'
    if (accept) settleOn(booking, to)
  } else if (answer.tries === 1) {
    // A request that was given up may still be carried out after the refusal of a later one.
    said.answer = 'refused'
    booking.spots = booking.spots.filter((spot) => spot !== to)
  }
}
