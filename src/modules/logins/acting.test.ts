import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actsAsHeader } from '#lib/acts-as.ts'
import { newClub, type TestClub } from '#testing/clubs.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let club: TestClub
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
})
afterAll(() => service.close())
beforeEach(async () => {
  club = await newClub(service)
})

const who = async (as: TestMember) => (await service.call('GET', '/api/AccountMember', { as })).body
const act = (as: TestMember, clubId: string | null) => service.call('POST', '/api/AccountMember/Act', { as, body: { clubId } })
const takeRole = (person: TestMember) =>
  service.db.deleteFrom('club_people').where('club_id', '=', club.id).where('person_id', '=', person.id).execute()

describe('acting for a club', () => {
  it('is a community member to the pages, whatever the role, with the name and the address of the person', async () => {
    for (const role of ['owner', 'booker', 'treasurer'] as const)
      expect(await who(club[role])).toMatchObject({
        id: club.id,
        personId: club[role].id,
        communityName: club.name,
        clubRole: role,
        email: club[role].email,
        account: club[role].account,
        clubs: [{ id: club.id, name: club.name, role }],
      })
  })

  it('begins and ends by one call, and says who one is then', async () => {
    expect((await act(club.booker, null)).body).toMatchObject({ id: club.booker.id, communityName: '', clubRole: null })
    expect(await who(club.booker)).toMatchObject({ id: club.booker.id, communityName: '' })
    expect((await act(club.booker, club.id)).body).toMatchObject({ id: club.id, clubRole: 'booker', communityName: club.name })
    expect(await who(club.booker)).toMatchObject({ id: club.id, clubRole: 'booker' })
  })

  it('is of one session: another of the same person goes on as themselves', async () => {
    const other = await service.newMember()
    await service.db.updateTable('sessions').set({ member_id: club.booker.id }).where('id', '=', other.sessionId).execute()
    const now = service.clock.now()
    const claims = { sessionId: other.sessionId, memberId: club.booker.id, binding: undefined }
    const token = await service.tokens.signSession(claims, now, new Date(now.getTime() + 86_400_000))
    expect(await who({ ...other, token })).toMatchObject({ id: club.booker.id, clubRole: null })
  })

  it('is not for a club that one is not in, nor for a member who is no club: both are 404', async () => {
    const stranger = await service.newMember()
    for (const clubId of [club.id, club.booker.id, randomUUID()]) {
      expect(await act(stranger, clubId)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(await who(stranger)).toMatchObject({ id: stranger.id, clubRole: null })
    }
  })

  it('ends at the next call when the role is taken away, and does not come back with another role', async () => {
    await takeRole(club.booker)
    expect(await who(club.booker)).toMatchObject({ id: club.booker.id, communityName: '', clubRole: null, clubs: [] })
    expect(await act(club.booker, club.id)).toMatchObject({ status: 404 })
    const back = { club_id: club.id, person_id: club.booker.id, role: 'treasurer', since: service.clock.now() }
    await service.db.insertInto('club_people').values(back).execute()
    expect(await who(club.booker)).toMatchObject({ id: club.booker.id, clubRole: null })
  })

  it('counts by the role of this moment', async () => {
    await service.db.updateTable('club_people').set({ role: 'treasurer' }).where('person_id', '=', club.booker.id).execute()
    const answer = await service.call('POST', '/api/Order/Member', {
      as: club.booker,
      body: {},
      headers: { 'idempotency-key': 'a-key-of-16-chars' },
    })
    expect(answer).toMatchObject({ status: 403, body: { code: 'club_role' } })
  })

  it('gives staff none of their rights', async () => {
    const manager = await service.newMember({ role: 'manager' })
    const row = { club_id: club.id, person_id: manager.id, role: 'treasurer', since: service.clock.now() }
    await service.db.insertInto('club_people').values(row).execute()
    expect((await service.call('GET', '/api/Staff/Today', { as: manager })).status).toBe(200)
    expect((await act(manager, club.id)).body).toMatchObject({ roles: [] })
    expect(await service.call('GET', '/api/Staff/Today', { as: manager })).toMatchObject({ status: 403, body: { code: 'staff_only' } })
    await act(manager, null)
    expect((await service.call('GET', '/api/Staff/Today', { as: manager })).status).toBe(200)
  })

  it('logs out as everybody does', async () => {
    expect((await service.call('POST', '/api/AccountMember/Logout', { as: club.owner })).status).toBe(204)
    expect((await service.call('GET', '/api/AccountMember', { as: club.owner })).status).toBe(401)
  })
})

describe('a page that shows somebody else than the session acts for', () => {
  const wish = (as: TestMember, shown: string) =>
    service.call('PUT', '/api/Venues/Favourite', { as, body: { venue1stId: 1, marked: true }, headers: { [actsAsHeader]: shown } })
  it('changes nothing: what is pressed there was meant for another', async () => {
    expect((await wish(club.booker, club.id)).status).toBeLessThan(300)
    await takeRole(club.booker)
    expect(await wish(club.booker, club.id)).toMatchObject({ status: 409, body: { code: 'acts_as_another' } })
    expect((await wish(club.booker, club.booker.id)).status).toBeLessThan(300)
  })

  it('reads nothing either, and is told so before what a role may call; who they are is always answered', async () => {
    const read = (path: string, shown: string) => service.call('GET', path, { as: club.booker, headers: { [actsAsHeader]: shown } })
    const another = { status: 409, body: { code: 'acts_as_another' } }
    expect((await read('/api/Order/Upcoming', club.id)).status).toBe(200)
    await takeRole(club.booker)
    expect(await read('/api/Order/Upcoming', club.id)).toMatchObject(another)
    expect(await read('/api/Club/People', club.id), 'not that it is for clubs only').toMatchObject(another)
    expect((await read('/api/AccountMember', club.id)).status).toBe(200)
    expect((await read('/api/Order/Upcoming', club.booker.id)).status).toBe(200)
  })
})

describe('the own login of a club', () => {
  it('is its owner, as clubs of before', async () => {
    const own = await service.newMember({ communityName: '老社團' })
    expect(await who(own)).toMatchObject({ id: own.id, personId: own.id, clubRole: 'owner', communityName: '老社團', clubs: [] })
    expect((await act(own, own.id)).body).toMatchObject({ id: own.id, clubRole: 'owner' })
  })

  it('has no say over the account once another owns the club: it only sees to its own login', async () => {
    const own = await service.newMember({ communityName: '換屆社' })
    const profile = { name: '前任', identityId: 1 }
    const calls = [
      () => service.call('PUT', '/api/AccountMember', { as: own, body: profile }),
      () => service.call('GET', '/api/AccountMember/Export', { as: own }),
      () => service.call('POST', '/api/AccountMember/Close', { as: own, body: {} }),
    ]
    for (const call of calls) expect((await call()).status).not.toBe(403)
    for (const role of ['booker', 'treasurer'] as const) {
      await service.db.updateTable('club_people').set({ role }).where('club_id', '=', own.id).execute()
      for (const call of calls) expect(await call()).toMatchObject({ status: 403, body: { code: 'club_role' } })
      expect((await service.call('GET', '/api/AccountMember/Session/List', { as: own })).status).toBe(200)
      expect((await who(own)).clubRole).toBe(role)
    }
  })

  it('shows nobody else what its person proved of themselves, and the documents of the club to its owner', async () => {
    const { id } = club
    const [proof, document] = [randomUUID(), randomUUID()]
    const file = {
      owner_id: id,
      sha256: 'x'.repeat(64),
      size: 1,
      type: 'application/pdf',
      purpose: 'upload',
      created_at: service.clock.now(),
    }
    await service.db
      .insertInto('files')
      .values([
        { ...file, id: proof, name: '低收入證明.pdf' },
        { ...file, id: document, name: '立案證書.pdf', sha256: 'y'.repeat(64) },
      ])
      .execute()
    const identity = await service.db
      .selectFrom('identities')
      .select('id')
      .where('needs_proof', '=', true)
      .limit(1)
      .executeTakeFirstOrThrow()
    await service.db.updateTable('members').set({ identity_id: identity.id }).where('id', '=', id).execute()
    await service.db
      .insertInto('identity_proofs')
      .values({
        id: randomUUID(),
        member_id: id,
        identity_id: identity.id,
        file_id: proof,
        state: 'refused',
        reason: '照片不清楚',
        submitted_at: service.clock.now(),
      })
      .execute()
    await service.db.insertInto('community_documents').values({ member_id: id, file_id: document }).execute()
    for (const role of ['owner', 'booker', 'treasurer'] as const) {
      const shown = await who(club[role])
      expect(shown.identity).toMatchObject({ id: identity.id, proof: null, reason: null })
      expect(shown.community.documents.map((one: { id: string }) => one.id)).toEqual(role === 'owner' ? [document] : [])
    }
  })

  it('does nothing any more once it has no role in its club', async () => {
    expect((await service.call('GET', '/api/AccountMember', { as: club.ownLogin })).status).toBe(401)
  })
})
