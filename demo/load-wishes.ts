import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { bySpace } from '#modules/availability/offers.ts'
import { readOccupied } from '#modules/availability/store.ts'
import { awaitSpaces } from '#modules/availability/waiting-store.ts'
import { freeNow, hoursOf, lastMoment, spacesFor, whyNotWish, type Wished } from '#modules/waiting/rules.ts'
import { insertWish } from '#modules/waiting/store.ts'
import { sportsOf, type Catalogue } from '#modules/venues/rules.ts'
import { people } from './people.ts'

const daysAhead = 4
const evening = [18, 19, 20]
/** How many wait for each full hour, in turn. */
const lines = [3, 1, 2]
const hoursAtMost = 6

/** Members who wait for evenings that are full. Loaded once. */
export async function loadWishes(trx: Trx, catalogue: Catalogue, now: Date): Promise<void> {
  if (await trx.selectFrom('wishes').select('id').limit(1).executeTakeFirst()) return
  const accounts = people.map(({ account }) => account)
  const members = await trx.selectFrom('members').select('id').where('account', 'in', accounts).orderBy('account').execute()
  const wanted = (await fullHours(trx, catalogue, now)).flatMap((wished, n) =>
    Array.from({ length: lines[n % lines.length]! }, () => wished),
  )
  for (const [n, wished] of wanted.entries()) {
    // One wish for each person, the first in line having wished some hours ago.
    const member = members[n]
    if (!member) return
    const id = randomUUID()
    const notAfter = lastMoment(catalogue, wished, undefined)
    const wishedAt = new Date(now.getTime() - (wanted.length - n) * 40 * 60_000)
    await insertWish(trx, { ...wished, id, memberId: member.id, notAfter, hadItBefore: false }, wishedAt)
    await awaitSpaces(trx, id, { spaces: spacesFor(catalogue, wished), period: hoursOf(wished), until: notAfter })
  }
}

async function fullHours(trx: Trx, catalogue: Catalogue, now: Date): Promise<Wished[]> {
  const found: Wished[] = []
  for (let ahead = 0; ahead < daysAhead; ahead++) {
    const day = addDays(dayOf(now), ahead)
    const within = { start: momentAt(day, 0), end: momentAt(addDays(day, 1), 0) }
    for (const facility of catalogue.facilities) {
      const spaces = [...new Set(facility.courts.flatMap((court) => court.spaces))]
      const occupied = bySpace((await readOccupied(trx, spaces, within, now)).occupied)
      const full = evening
        .map((hour) => ({
          sport: sportsOf(facility)[0]!,
          facilityId: facility.id,
          courtId: null,
          day,
          from: hour * 60,
          to: (hour + 1) * 60,
          minutes: 60,
          courts: 1,
        }))
        .find(
          (wished) =>
            !whyNotWish(catalogue, wished, lastMoment(catalogue, wished, undefined), now) && !freeNow(catalogue, wished, occupied, now),
        )
      if (full) found.push(full)
    }
  }
  return found.slice(0, hoursAtMost)
}
