import { announceFloors, type AnnounceChange } from '#modules/availability/announce.ts'
import type { After, Ground } from '#modules/module.ts'
import { openLetterWriter } from '#modules/notifications/write-letters-soon.ts'
import { openRefundSender } from '#modules/refunds/send-soon.ts'
import { openOfferer } from '#modules/waiting/offer-soon.ts'

/** What follows a commit, by what has happened. */
export function openAfter(ground: Pick<Ground, 'db' | 'jobs' | 'live' | 'clock' | 'log'>): After {
  const { db, jobs, live, log } = ground
  const floorTaken = announceFloors(live)
  const offerSoon = openOfferer(ground)
  const lettersDue = openLetterWriter(db, jobs, log)
  const refundsDue = openRefundSender(db, jobs, log)
  const floorChanged: AnnounceChange = (facilityIds, days) => {
    floorTaken(facilityIds, days)
    offerSoon()
  }
  const bookingsChanged: AnnounceChange = (facilityIds, days) => {
    floorChanged(facilityIds, days)
    lettersDue()
  }
  const moneyOwed: AnnounceChange = (facilityIds, days) => {
    bookingsChanged(facilityIds, days)
    refundsDue()
  }
  return { floorTaken, floorChanged, bookingsChanged, moneyOwed, lettersDue, refundsDue }
}
