import type { Db } from '#db/connect.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { benchPeople } from '../bench/people.ts'

export type Person = { id: string; token: string }
export type People = { members: Person[]; staff: Person }

/** Minutes within which an order is paid: few, so that holds lapse while the trial runs. */
export const payMinutes = 0.5

/** The small centre of the tests with as many days as a long trial needs, its members, and somebody at the door. */
export async function openCentre(db: Db, members: number): Promise<People> {
  await smallCentre(db)
  const now = new Date()
  await writeSetting(db, 'booking', { daysAhead: 3650, payMinutes }, null, now)
  // The door lets in whoever has paid, however early; nobody is suspended for what the trial makes them do.
  await writeSetting(db, 'checkIn', { opensMinutes: 5_256_000 }, null, now)
  await writeSetting(db, 'violations', { pointsToSuspend: 1_000_000 }, null, now)
  return { members: await benchPeople(db, members, 'trial', '09'), staff: await openStaff(db) }
}

/** Somebody at the desk, with the second factor shown. */
async function openStaff(db: Db): Promise<Person> {
  const [staff] = await benchPeople(db, 1, 'desk', '08')
  await db.updateTable('members').set({ role: 'desk' }).where('id', '=', staff!.id).execute()
  await db.updateTable('sessions').set({ proven_at: new Date() }).where('member_id', '=', staff!.id).execute()
  return staff!
}
