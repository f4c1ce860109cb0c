import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clubDeeds, newClub, type TestClub } from '#testing/clubs.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

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
const people = async (as: TestMember) => (await service.call('GET', '/api/Club/People', { as })).body
const invite = (email: string, role = 'booker', as = club.owner) => post('Invitation', { email, role }, as)

describe('an invitation', () => {
  it('is mailed, read by whoever has the link, and accepted by the member of that address under their own name', async () => {
    const guest = await service.newMember()
    expect((await invite(guest.email, 'treasurer')).status).toBe(204)
    const key = await keyFor(guest.email)
    expect((await post('Invitation/Read', { key })).body).toMatchObject({ club: club.name, role: 'treasurer', email: guest.email })
    expect(await accept(key, guest)).toMatchObject({ status: 200, body: { clubId: club.id } })
    expect((await rolesOf(club.id))[guest.id]).toBe('treasurer')
    expect(await audited(club.id, 'club.joined')).toMatchObject([{ member_id: guest.id, after: { member: guest.id, role: 'treasurer' } }])
    expect((await service.call('POST', '/api/AccountMember/Act', { as: guest, body: { clubId: club.id } })).body).toMatchObject({
      clubRole: 'treasurer',
    })
  })

  it('works once', async () => {
    const guest = await service.newMember()
    await invite(guest.email)
    const key = await keyFor(guest.email)
    const both = await Promise.all([accept(key, guest), accept(key, guest)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
    expect(await accept(key, guest)).toMatchObject({ status: 410, body: { code: 'invitation_used' } })
    expect(await post('Invitation/Read', { key })).toMatchObject({ status: 410 })
  })

  it('is for nobody else: neither another member nor an account that has not confirmed the address', async () => {
    const [guest, other] = [await service.newMember(), await service.newMember()]
    await invite(guest.email)
    const key = await keyFor(guest.email)
    expect(await accept(key, other)).toMatchObject({ status: 403, body: { code: 'invitation_for_another' } })
    await service.db.updateTable('members').set({ email_confirmed_at: null }).where('id', '=', guest.id).execute()
    expect(await accept(key, guest)).toMatchObject({ status: 403, body: { code: 'invitation_for_another' } })
    expect(await accept('x'.repeat(32), guest)).toMatchObject({ status: 404, body: { code: 'invitation_unknown' } })
    expect((await accept(key, undefined as unknown as TestMember)).status).toBe(401)
  })

  it('is over when it is withdrawn, replaced, late, or its sender has lost the club', async () => {
    const guest = await service.newMember()
    await invite(guest.email)
    const first = await keyFor(guest.email)
    await invite(guest.email, 'treasurer')
    expect(await accept(first, guest)).toMatchObject({ status: 410, body: { code: 'invitation_withdrawn' } })
    const [open] = (await people(club.owner)).invitations
    expect(open).toMatchObject({ email: guest.email, role: 'treasurer' })
    expect((await post('Invitation/Withdraw', { id: open.id }, club.owner)).status).toBe(204)
    expect((await post('Invitation/Withdraw', { id: open.id }, club.owner)).status).toBe(404)
    expect(await accept(await keyFor(guest.email), guest)).toMatchObject({ status: 410, body: { code: 'invitation_withdrawn' } })

    const late = await service.newMember()
    await invite(late.email)
    const made = { expires_at: service.clock.now() }
    await service.db.updateTable('club_invitations').set(made).where('email', '=', late.email).execute()
    expect(await accept(await keyFor(late.email), late)).toMatchObject({ status: 410, body: { code: 'invitation_expired' } })

    const last = await service.newMember()
    await invite(last.email)
    await service.db.updateTable('club_people').set({ role: 'booker' }).where('person_id', '=', club.owner.id).execute()
    expect(await accept(await keyFor(last.email), last)).toMatchObject({ status: 410, body: { code: 'invitation_withdrawn' } })
    expect(Object.keys(await rolesOf(club.id))).toHaveLength(3)
  })

  it('of another club is not there, and nobody makes an owner by one', async () => {
    const other = await newClub(service)
    await invite('somebody@example.com')
    const [open] = (await people(club.owner)).invitations
    expect((await post('Invitation/Withdraw', { id: open.id }, other.owner)).status).toBe(404)
    expect((await invite('boss@example.com', 'owner')).status).toBe(422)
  })

  it('has limits, for the club and for the address', async () => {
    for (let n = 0; n < 5; n++) expect((await invite('often@example.com')).status).toBe(204)
    expect(await invite('often@example.com')).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    for (let n = 0; n < 15; n++) expect((await invite(`n${n}-${club.id}@example.com`)).status).toBe(204)
    expect((await invite('one-more@example.com')).status).toBe(429)
  })

  it('is the owner’s alone, and only they see who is asked', async () => {
    await invite('asked@example.com')
    for (const as of [club.booker, club.treasurer]) {
      expect(await invite('asked-by@example.com', 'booker', as)).toMatchObject({ status: 403, body: { code: 'club_role' } })
      expect((await people(as)).invitations).toEqual([])
    }
    expect(await invite(club.booker.email)).toMatchObject({ status: 409, body: { code: 'in_club' } })
  })
})

describe('addresses', () => {
  it('are shown to the owner, and to everybody their own', async () => {
    const shown = async (as: TestMember) => (await people(as)).people.map(({ email }: { email: string }) => email).toSorted()
    expect(await shown(club.owner)).toEqual([club.owner, club.booker, club.treasurer].map(({ email }) => email).toSorted())
    expect(await shown(club.booker)).toEqual(['', '', club.booker.email])
  })
})

describe('roles', () => {
  it('are changed by the owner, and by nobody for themselves', async () => {
    expect((await post('People/Role', { personId: club.booker.id, role: 'treasurer' }, club.owner)).status).toBe(204)
    expect((await rolesOf(club.id))[club.booker.id]).toBe('treasurer')
    for (const personId of [club.treasurer.id, club.owner.id])
      expect(await post('People/Role', { personId, role: 'booker' }, club.treasurer)).toMatchObject({
        status: 403,
        body: { code: 'club_role' },
      })
    expect(await post('People/Role', { personId: club.owner.id, role: 'booker' }, club.owner)).toMatchObject({
      status: 409,
      body: { code: 'hand_over_first' },
    })
    expect((await post('People/Role', { personId: club.booker.id, role: 'owner' }, club.owner)).status).toBe(422)
    expect((await post('People/Role', { personId: (await service.newMember()).id, role: 'booker' }, club.owner)).status).toBe(404)
  })

  it('end at once when somebody is taken out or leaves; the owner cannot leave', async () => {
    expect((await post('People/Remove', { personId: club.booker.id }, club.owner)).status).toBe(204)
    expect((await service.call('GET', '/api/Club/People', { as: club.booker })).status).toBe(403)
    expect((await post('Leave', {}, club.treasurer)).status).toBe(204)
    expect(await post('Leave', {}, club.owner)).toMatchObject({ status: 409, body: { code: 'hand_over_first' } })
    expect(Object.keys(await rolesOf(club.id))).toEqual([club.owner.id])
    expect((await service.inbox(club.booker.email))[0]!.subject).toContain(club.name)
  })

  it('take the calendar address of the club along, which whoever leaves knows', async () => {
    const url = (await service.call('POST', '/api/Calendar/Feed', { as: club.booker })).body.url as string
    const feed = () => service.call('GET', new URL(url).pathname)
    expect((await feed()).status).toBe(200)
    await post('People/Remove', { personId: club.booker.id }, club.owner)
    expect((await feed()).status).toBe(404)
  })
})

describe('handing over', () => {
  const offer = (to: TestMember, as = club.owner) => post('Handover', { personId: to.id }, as)
  const answer = (as: TestMember, isYes = true) => post('Handover/Answer', { accept: isYes }, as)

  it('takes both: the owner offers, the other accepts, and the roles are swapped', async () => {
    expect((await offer(club.treasurer)).status).toBe(204)
    expect(await rolesOf(club.id)).toMatchObject({ [club.owner.id]: 'owner' })
    expect((await people(club.treasurer)).handover).toMatchObject({ isToYou: true })
    expect((await people(club.booker)).handover).toMatchObject({ isToYou: false, toId: club.treasurer.id })
    expect(await answer(club.booker)).toMatchObject({ status: 404 })
    expect((await answer(club.treasurer)).status).toBe(204)
    expect(await rolesOf(club.id)).toEqual({ [club.owner.id]: 'treasurer', [club.treasurer.id]: 'owner', [club.booker.id]: 'booker' })
    expect((await people(club.treasurer)).handover).toBeNull()
    expect((await invite('late@example.com')).status, 'who was the owner').toBe(403)
  })

  it('is offered so often an hour', async () => {
    for (let n = 0; n < 20; n++) expect((await offer(club.booker)).status).toBe(204)
    expect(await offer(club.booker)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    const role = await post('People/Role', { personId: club.booker.id, role: 'treasurer' }, club.owner)
    expect(role).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  })

  it('is declined, withdrawn, and over when either leaves', async () => {
    await offer(club.booker)
    expect((await answer(club.booker, false)).status).toBe(204)
    expect((await people(club.owner)).handover).toBeNull()
    expect((await service.inbox(club.owner.email))[0]).toMatchObject({ subject: expect.stringContaining('婉拒') })
    expect(await audited(club.id, 'club.offer_declined')).toMatchObject([{ member_id: club.booker.id }])
    await offer(club.booker)
    expect((await service.call('DELETE', '/api/Club/Handover', { as: club.owner })).status).toBe(204)
    expect((await answer(club.booker)).status).toBe(404)
    await offer(club.booker)
    await post('People/Remove', { personId: club.booker.id }, club.owner)
    expect((await people(club.owner)).handover).toBeNull()
  })

  it('is over after a week', async () => {
    await offer(club.booker)
    const ago = (milliseconds: number) => ({ offered_at: new Date(service.clock.now().getTime() - 7 * 86_400_000 + milliseconds) })
    const age = (milliseconds: number) =>
      service.db.updateTable('club_handovers').set(ago(milliseconds)).where('club_id', '=', club.id).execute()
    await age(1000)
    expect((await people(club.owner)).handover).toMatchObject({ toId: club.booker.id })
    await age(0)
    expect((await people(club.owner)).handover).toBeNull()
    expect((await answer(club.booker)).status).toBe(404)
    expect(await rolesOf(club.id)).toMatchObject({ [club.owner.id]: 'owner' })
  })

  it('goes to one, however many accept and are offered it at once', async () => {
    for (let round = 0; round < 5; round++) {
      const now = await rolesOf(club.id)
      const all = [club.owner, club.booker, club.treasurer]
      const owner = all.find(({ id }) => now[id] === 'owner')!
      const [one, other] = all.filter(({ id }) => id !== owner.id) as [TestMember, TestMember]
      await offer(one, owner)
      await Promise.all([answer(one), offer(other, owner), answer(other), answer(one)])
      const after = Object.values(await rolesOf(club.id))
      expect(after.filter((role) => role === 'owner')).toHaveLength(1)
      expect(after).toHaveLength(3)
      await service.db.deleteFrom('club_handovers').where('club_id', '=', club.id).execute()
    }
  })

  it('would leave two owners without its guard, so the test above means something', async () => {
    const write = (id: string) =>
      service.db.updateTable('club_people').set({ role: 'owner' }).where('club_id', '=', club.id).where('person_id', '=', id)
    await expect(write(club.booker.id).execute()).rejects.toThrow('club_people_one_owner')
  })
})
