import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockMember } from '#modules/accounts/admission-store.ts'
import { readRecipient } from '#modules/accounts/store.ts'
import { clubDeeds, newClub, type TestClub } from '#testing/clubs.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let club: TestClub
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  club = await newClub(service)
})

const { post, rolesOf, keyFor, accept, audited } = clubDeeds(() => service)

describe('a club that begins with its own login', () => {
  let own: TestMember
  let person: TestMember
  beforeEach(async () => {
    own = await service.newMember({ communityName: '老社團' })
    person = await service.newMember()
    await post('Invitation', { email: person.email, role: 'booker' }, own)
    await accept(await keyFor(person.email), person)
    await service.call('POST', '/api/AccountMember/Act', { as: person, body: { clubId: own.id } })
  })

  it('is handed over to a person; its login goes on in the other role until it is taken out, and is erased then', async () => {
    await post('Handover', { personId: person.id }, own)
    expect((await post('Handover/Answer', { accept: true }, person)).status).toBe(204)
    expect((await service.call('GET', '/api/AccountMember', { as: own })).body).toMatchObject({ clubRole: 'booker' })
    expect((await post('People/Remove', { personId: own.id }, person)).status).toBe(204)
    expect((await service.call('GET', '/api/AccountMember', { as: own })).status).toBe(401)
    const login = await service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount: own.email, secret: testSecret } })
    expect(login).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } })
    const row = await service.db.selectFrom('members').selectAll().where('id', '=', own.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ email: '', mobile: '', secret_hash: null, closed_at: null, name: '老社團' })
    expect((await service.call('GET', '/api/AccountMember', { as: person })).body).toMatchObject({
      communityName: '老社團',
      clubRole: 'owner',
    })
    const again = await service.newMember({ email: own.email })
    expect(again.email, 'the address is free for the person who used it').toBe(own.email)
  })

  it('keeps nothing of the person when its login is erased: neither consent, proofs and their price, nor the carrier of invoices', async () => {
    await post('Handover', { personId: person.id }, own)
    await post('Handover/Answer', { accept: true }, person)
    const now = service.clock.now()
    const fileIds = [randomUUID(), randomUUID()] as const
    const file = { owner_id: own.id, size: 1, type: 'application/pdf', purpose: 'upload', created_at: now, kept_at: now }
    for (const id of fileIds) {
      const sha256 = id.replaceAll('-', '').repeat(2)
      await service.db
        .insertInto('files')
        .values({ ...file, id, sha256, name: '個資.pdf' })
        .execute()
    }
    const identity = await service.db
      .selectFrom('identities')
      .select('id')
      .where('needs_proof', '=', true)
      .limit(1)
      .executeTakeFirstOrThrow()
    await service.db
      .updateTable('members')
      .set({ identity_id: identity.id, privacy_file_id: fileIds[0], privacy_consented_at: now, mobile: '0955123987' })
      .where('id', '=', own.id)
      .execute()
    const proof = { id: randomUUID(), member_id: own.id, identity_id: identity.id, file_id: fileIds[1], state: 'approved' }
    await service.db
      .insertInto('identity_proofs')
      .values({ ...proof, submitted_at: now, reviewed_at: now, reviewed_by: person.id })
      .execute()
    const carrier = { member_id: own.id, kind: 'mobile', code: '/AB12345', tax_id: '', title: '', changed_at: now }
    await service.db.insertInto('invoice_preferences').values(carrier).execute()

    expect((await post('People/Remove', { personId: own.id }, person)).status).toBe(204)
    const row = await service.db.selectFrom('members').selectAll().where('id', '=', own.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ identity_id: 1, privacy_file_id: null, privacy_consented_at: null })
    for (const table of ['identity_proofs', 'invoice_preferences'] as const)
      expect(await service.db.selectFrom(table).selectAll().where('member_id', '=', own.id).execute(), table).toEqual([])
    const kept = await service.db
      .selectFrom('files')
      .select('kept_at')
      .where('id', 'in', [...fileIds])
      .execute()
    expect(kept).toEqual([{ kept_at: null }, { kept_at: null }])
    await service.jobs.send(service.db, 'email-change-asked', { memberId: own.id, email: 'late@example.com', cause: randomUUID() })
    await service.jobsDone('email-change-asked')
    expect(await service.inbox('late@example.com'), 'a change of its address that was asked for before').toEqual([])
  })

  it('is not erased while its login is staff or owns another club, and its roles in other clubs go with it', async () => {
    await post('Handover', { personId: person.id }, own)
    await post('Handover/Answer', { accept: true }, person)
    await service.db
      .updateTable('members')
      .set({ roles: ['desk'], staff_since: service.clock.now() })
      .where('id', '=', own.id)
      .execute()
    const remove = () => post('People/Remove', { personId: own.id }, person)
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'own_login_is_staff' } })
    await service.db.updateTable('members').set({ roles: [], staff_since: null }).where('id', '=', own.id).execute()

    const [owned, other] = [await newClub(service), await newClub(service)]
    await service.db.deleteFrom('club_people').where('person_id', '=', owned.owner.id).execute()
    const since = service.clock.now()
    await service.db
      .insertInto('club_people')
      .values([
        { club_id: owned.id, person_id: own.id, role: 'owner', since },
        { club_id: other.id, person_id: own.id, role: 'booker', since },
      ])
      .execute()
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'hand_over_first' } })
    expect(await rolesOf(other.id)).toMatchObject({ [own.id]: 'booker' })
    await service.db
      .updateTable('club_people')
      .set({ role: 'treasurer' })
      .where('club_id', '=', owned.id)
      .where('person_id', '=', own.id)
      .execute()
    expect((await remove()).status).toBe(204)
    for (const { id } of [owned, other]) expect(await rolesOf(id)).not.toHaveProperty(own.id)
  })

  it('is told by its owner’s address as soon as a person owns it, and not at all once it has no login and no owner', async () => {
    expect((await readRecipient(service.db, own.id))?.email).toBe(own.email)
    await post('Handover', { personId: person.id }, own)
    await post('Handover/Answer', { accept: true }, person)
    expect((await readRecipient(service.db, own.id))?.email, 'its own login is in the club still').toBe(person.email)
    await post('People/Remove', { personId: own.id }, person)
    expect(await readRecipient(service.db, own.id)).toMatchObject({ email: person.email, name: '老社團' })
    await service.db.deleteFrom('club_people').where('club_id', '=', own.id).execute()
    expect(await readRecipient(service.db, own.id)).toBeUndefined()
  })

  it('two of them may be without a login of their own', async () => {
    await post('Handover', { personId: person.id }, own)
    await post('Handover/Answer', { accept: true }, person)
    await post('People/Remove', { personId: own.id }, person)
    const other = await newClub(service)
    await service.db.updateTable('members').set({ email: '' }).where('id', '=', other.id).execute()
    expect(
      (await service.db.selectFrom('members').select('id').where('email', '=', '').where('closed_at', 'is', null).execute()).length,
    ).toBeGreaterThan(1)
  })
})

describe('staff who are in a club', () => {
  it('decide nothing about it: neither its application and proofs, nor its logins, nor who owns it', async () => {
    const manager = await service.newMember({ role: 'manager' })
    const now = service.clock.now()
    await service.db.insertInto('club_people').values({ club_id: club.id, person_id: manager.id, role: 'booker', since: now }).execute()
    await service.db.updateTable('communities').set({ state: 'under-review' }).where('member_id', '=', club.id).execute()
    const proof = {
      id: randomUUID(),
      member_id: club.id,
      identity_id: 1,
      state: 'approved',
      submitted_at: now,
      reviewed_at: now,
      reviewed_by: manager.id,
    }
    await service.db.insertInto('identity_proofs').values(proof).execute()
    const review = { decision: 'approve' }
    const asked: [string, object][] = [
      ['/api/Staff/Community/Review', { memberId: club.id, ...review }],
      ['/api/Staff/Identity/Review', { proofId: proof.id, ...review }],
      ['/api/Staff/Person/RemoveAuthenticator', { id: club.id, reason: '本人到場' }],
      ['/api/Staff/Person/UnlinkWay', { id: club.id, linkId: randomUUID(), reason: '本人到場' }],
    ]
    for (const [path, body] of asked)
      expect(await service.call('POST', path, { as: manager, body }), path).toMatchObject({ status: 403, body: { code: 'own_card' } })
    await service.db.updateTable('communities').set({ state: 'approved' }).where('member_id', '=', club.id).execute()
    const body = { id: club.id, email: (await service.newMember()).email, reason: '改選' }
    expect(await service.call('POST', '/api/Staff/Person/Club/Owner', { as: manager, body })).toMatchObject({ body: { code: 'own_card' } })
  })
})

describe('closing an account', () => {
  const close = (as: TestMember) => service.call('POST', '/api/AccountMember/Close', { as, body: { secret: testSecret } })
  const self = (as: TestMember) => service.call('POST', '/api/AccountMember/Act', { as, body: { clubId: null } })

  it('is not open while acting for a club, nor to an owner with others in the club', async () => {
    expect(await close(club.owner)).toMatchObject({ status: 403, body: { code: 'acting_for_club' } })
    await self(club.owner)
    expect(await close(club.owner)).toMatchObject({ status: 409, body: { code: 'club_goes_on' } })
  })

  it('takes the calendar addresses of the clubs along, which whoever leaves knows', async () => {
    const url = (await service.call('POST', '/api/Calendar/Feed', { as: club.booker })).body.url as string
    await self(club.booker)
    expect((await close(club.booker)).status).toBe(204)
    expect((await service.call('GET', new URL(url).pathname)).status).toBe(404)
  })

  it('is over before the same person joins a club, and nobody joins one whose owner is leaving', async () => {
    const guest = await service.newMember()
    await post('Invitation', { email: guest.email, role: 'booker' }, club.owner)
    const key = await keyFor(guest.email)
    let joining: Promise<{ status: number }> | undefined
    await service.db.transaction().execute(async (trx) => {
      const closed = { closed_at: service.clock.now(), email: '', account: `closed-${guest.id}` }
      await trx.updateTable('members').set(closed).where('id', '=', guest.id).execute()
      joining = accept(key, guest)
      expect(await Promise.race([joining, new Promise((waited) => setTimeout(waited, 500, 'waits'))])).toBe('waits')
    })
    expect((await joining)!.status).toBe(403)
    expect(await rolesOf(club.id)).not.toHaveProperty(guest.id)

    for (const one of [club.booker, club.treasurer]) await post('Leave', {}, one)
    await self(club.owner)
    let closing: Promise<{ status: number }> | undefined
    await service.db.transaction().execute(async (trx) => {
      const joined = { club_id: club.id, person_id: club.booker.id, role: 'booker', since: service.clock.now() }
      await lockMember(trx, club.id)
      await trx.insertInto('club_people').values(joined).execute()
      closing = close(club.owner)
      await Promise.race([closing, new Promise((waited) => setTimeout(waited, 500))])
    })
    expect(await closing).toMatchObject({ status: 409, body: { code: 'club_goes_on' } })
  })

  it('leaves the club as it is: by a booker, and by an owner who is alone; staff name the next owner', async () => {
    for (const one of [club.booker, club.treasurer, club.owner]) {
      await self(one)
      expect((await close(one)).status).toBe(204)
    }
    expect(await rolesOf(club.id)).toEqual({})
    const row = await service.db.selectFrom('members').select('closed_at').where('id', '=', club.id).executeTakeFirstOrThrow()
    expect(row.closed_at).toBeNull()

    const [manager, next] = [await service.newMember({ role: 'manager' }), await service.newMember()]
    const named = (email: string, as = manager) =>
      service.call('POST', '/api/Staff/Person/Club/Owner', { as, body: { id: club.id, email, reason: '改選' } })
    const peopleOnCard = async () => (await service.call('GET', `/api/Staff/Person/${club.id}`, { as: manager })).body.clubPeople
    expect(await peopleOnCard()).toEqual([])
    expect(await named('nobody@example.com')).toMatchObject({ status: 422, body: { code: 'no_such_member' } })
    expect(await named(manager.email)).toMatchObject({ status: 403, body: { code: 'own_card' } })
    expect((await named(next.email)).status).toBe(204)
    expect(await rolesOf(club.id)).toEqual({ [next.id]: 'owner' })
    expect(await peopleOnCard()).toMatchObject([{ id: next.id, role: 'owner', isOwnLogin: false }])
    expect(await named(next.email)).toMatchObject({ status: 409, body: { code: 'owns_already' } })
    expect(await audited(club.id, 'club.owner_named')).toMatchObject([{ member_id: manager.id, after: { member: next.id } }])
    expect((await service.inbox(next.email))[0]!.subject).toContain(club.name)
  })
})
