import { randomUUID } from 'node:crypto'
import type { Db, Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { dayOf, minuteOf } from '#lib/zone.ts'
import { awaitSpaces, hasFreedFloor } from '#modules/availability/waiting-store.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { lastMoment, spacesFor, whyNotWish, type Wished } from './rules.ts'
import { insertWish, withdrawSameWish } from './store.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Log } from '#http/log.ts'
import type { Clock } from '#lib/clock.ts'

const gatherFor = 300

/**
 * Starts the job that offers freed floor, when there is some: looked up at most once every 300 ms in a process. Called after
 * every commit that may have freed floor; if the call is lost, the run of the next minute offers it.
 */
export function openOfferer({ db, jobs, clock, log }: { db: Db; jobs: Jobs; clock: Clock; log: Log }): () => void {
  let timer: NodeJS.Timeout | undefined
  const start = async () => {
    if (await hasFreedFloor(db, clock.now())) await jobs.send(db, 'offer-freed-floor', {})
  }
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      start().catch((err: unknown) => log.warn({ err }, 'freed floor will be offered a little later'))
    }, gatherFor).unref()
  }
}

/** A booking that a closure has cancelled. */
type LostBooking = { memberId: string; courtId: number; period: Period }

/**
 * Puts whoever lost a booking to a closure at the head of the line for the same floor. To be called in the transaction that
 * frees the floor, before it is freed: then it is held for them and offered like everything that comes free.
 * Answers how many bookings will be offered.
 */
export async function serveFirst(trx: Trx, catalogue: Catalogue, lost: LostBooking[], now: Date): Promise<number> {
  let served = 0
  for (const { memberId, courtId, period } of lost) {
    const wished = wishFor(catalogue, courtId, period)
    const notAfter = wished && lastMoment(catalogue, wished, undefined)
    if (!wished || !notAfter || whyNotWish(catalogue, wished, notAfter, now)) continue
    const id = randomUUID()
    await withdrawSameWish(trx, memberId, wished, now)
    await insertWish(trx, { ...wished, id, memberId, notAfter, hadItBefore: true }, now)
    await awaitSpaces(trx, id, { spaces: spacesFor(catalogue, wished), period, until: notAfter })
    served++
  }
  return served
}

function wishFor(catalogue: Catalogue, courtId: number, { start, end }: Period): Wished | undefined {
  const place = catalogue.courtOf.get(courtId)
  if (!place) return undefined
  const from = minuteOf(start)
  const minutes = (end.getTime() - start.getTime()) / 60_000
  const { sport, id: facilityId } = place.facility
  return { sport, facilityId, courtId, day: dayOf(start), from, to: from + minutes, minutes, courts: 1 }
}
