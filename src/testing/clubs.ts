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

/** What tests of clubs do over and over. */
export function clubDeeds(service: () => TestService) {
  const post = (path: string, body: object, as?: TestMember) => service().call('POST', `/api/Club/${path}`, { as, body })
  return {
    post,
    accept: (key: string, as: TestMember) => post('Invitation/Accept', { key }, as),
    async keyFor(email: string): Promise<string> {
      const [mail] = await service().inbox(email)
      return /join\?key=([\w-]{32})/.exec(mail!.body)![1]!
    },
    async rolesOf(clubId: string) {
      const rows = await service().db.selectFrom('club_people').select(['person_id', 'role']).where('club_id', '=', clubId).execute()
      return Object.fromEntries(rows.map(({ person_id, role }) => [person_id, role]))
    },
    audited: async (clubId: string, action: string) =>
      service()
        .db.selectFrom('audit_log')
        .select(['member_id', 'actor_name', 'after'])
        .where('action', '=', action)
        .where('subject_id', '=', clubId)
        .execute(),
  }
}
