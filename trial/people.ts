import type { Db } from '#db/connect.ts'
import { addGuest } from '#modules/accounts/add-guest.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { openTill } from '#modules/tills/close-till.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { unaudited } from '#testing/unaudited.ts'
import { benchPeople } from '../bench/people.ts'

export type Person = { id: string; token: string }
export type Guest = { id: string; name: string; mobile: string }
export type People = {
  members: Person[]
  /** Who books by telephone and has no account. */
  guests: Guest[]
  /** Somebody at the desk and at the door, with an open till. */
  staff: Person
  tillId: string
  manager: Person
}

/** Minutes within which an order is paid: few, so that holds lapse while the trial runs. */
export const payMinutes = 0.5

/** The small centre of the tests with as many days as a long trial needs, its members, and its staff. */
export async function openCentre(db: Db, members: number): Promise<People> {
  await smallCentre(db)
  const now = new Date()
  await writeSetting(db, 'booking', { daysAhead: 3650, payMinutes }, null, now)
  // The door lets in whoever has paid, however early; nobody is suspended for what the trial makes them do.
  await writeSetting(db, 'checkIn', { opensMinutes: 5_256_000 }, null, now)
  await writeSetting(db, 'violations', { pointsToSuspend: 1_000_000 }, null, now)
  const staff = await openStaff(db, 'desk', '08')
  const till = await openTill(db, { name: '櫃檯', float: 2000, by: staff.id }, unaudited, now)
  if (!till.ok) throw new Error(till.refusal.code)
  return {
    members: await benchPeople(db, members, 'trial', '09'),
    guests: await Promise.all(Array.from({ length: 20 }, (_, n) => openGuest(db, n, now))),
    staff,
    tillId: till.value,
    manager: await openStaff(db, 'manager', '07'),
  }
}

async function openGuest(db: Db, n: number, now: Date): Promise<Guest> {
  const guest = { name: `訪客 ${n}`, mobile: `0955000${String(n).padStart(3, '0')}` }
  const { memberId } = await db.transaction().execute((trx) => addGuest(trx, { ...guest, locale: 'tw' }, unaudited, now))
  return { id: memberId, ...guest }
}

/** Somebody of the staff, with the second factor shown. */
async function openStaff(db: Db, role: 'desk' | 'manager', mobilesFrom: string): Promise<Person> {
  const [staff] = await benchPeople(db, 1, role, mobilesFrom)
  await db
    .updateTable('members')
    .set({ roles: [role] })
    .where('id', '=', staff!.id)
    .execute()
  await db.updateTable('sessions').set({ proven_at: new Date() }).where('member_id', '=', staff!.id).execute()
  return staff!
}
