import type { ClubRole } from '#http/club-calls.ts'
import type { TestMember, TestService } from './test-service.ts'

/** A club of three, each of whom acts for it in their session. */
export type TestClub = Record<ClubRole, TestMember> & {
  id: string
  name: string
  /** By its own row, as clubs begin. */ ownLogin: TestMember
}

let made = 0

/** A club that its first login has handed over to an owner; a booker and a treasurer are in it too. */
export async function newClub({ db, newMember, clock }: Pick<TestService, 'db' | 'newMember' | 'clock'>): Promise<TestClub> {
  const name = `晨光羽球社 ${++made}`
  const ownLogin = await newMember({ communityName: name })
  const [owner, booker, treasurer] = [await newMember(), await newMember(), await newMember()]
  const club = { id: ownLogin.id, name, ownLogin, owner, booker, treasurer }
  await db.deleteFrom('club_people').where('club_id', '=', club.id).execute()
  for (const role of ['owner', 'booker', 'treasurer'] as const) {
    await db.insertInto('club_people').values({ club_id: club.id, person_id: club[role].id, role, since: clock.now() }).execute()
    await db.updateTable('sessions').set({ acts_for: club.id }).where('id', '=', club[role].sessionId).execute()
  }
  return club
}
