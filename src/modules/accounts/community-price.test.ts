import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSetting } from '#modules/settings/store.ts'
import { openTestService, testSecret, type TestService, type TestMember } from '#testing/test-service.ts'
import { at } from '#testing/orders.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { remindOfProofs } from './send-letter.ts'

let service: TestService
let staff: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  staff = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())

const club = 9
const refused = { status: 422, code: 'identity_for_communities', errors: [{ path: 'memberIdentityId' }] }
const choose = (as: TestMember, memberIdentityId: number) => service.call('PUT', '/api/AccountMember', { as, body: { memberIdentityId } })
const identityOf = async (as: TestMember) => (await service.call('GET', '/api/AccountMember', { as })).body.identity
/** At 19:00 the public pays 500 and a club 450. */
const quoted = async (as: TestMember) =>
  (await service.call('POST', '/api/Order/Member/Check', { as, body: { items: [at(1, 20, 19)] } })).body.amount
const review = (decision: 'approve' | 'refuse', memberId: string) =>
  service.call('POST', '/api/Staff/Community/Review', { as: staff, body: { memberId, decision, reason: '名冊不全' } })

let next = 0
async function register(more: object) {
  const mobile = `0933${String(200_000 + ++next)}`
  const from = `198.51.100.${next}`
  await service.call('POST', '/api/AccountMember/SendSms', { body: { mobile }, from })
  const form = new FormData()
  form.set('upload', new File([samplePdf(`consent ${next}`)], '個資同意書.pdf'))
  const body = {
    email: `club${next}@example.com`,
    account: `club.${next}`,
    name: '林小美',
    mobile,
    smsCode: /\d{6}/.exec((await service.inbox(mobile))[0]!.body)![0],
    secret: testSecret,
    privacyFileId: (await service.call('POST', '/api/File', { body: form, from })).body.id,
    memberIdentityId: club,
    ...more,
  }
  return { account: body.account, ...(await service.call('POST', '/api/AccountMember', { body, from })) }
}

describe('the community price', () => {
  it('is refused to a member who chooses one of its identities without an application', async () => {
    const member = await service.newMember()
    for (const id of [9, 10]) expect((await choose(member, id)).body).toMatchObject(refused)
    expect(await identityOf(member)).toMatchObject({ code: 'PUB' })
    expect(await quoted(member)).toBe(500)
  })

  it('applies from approval by staff until it is revoked, not while the application waits or after it was refused', async () => {
    const member = await service.newMember()
    const form = { communityName: '晨泳會', registrationNo: '1', representative: '李四' }
    const apply = () => service.call('POST', '/api/AccountMember/Community', { as: member, body: form })
    await apply()
    expect((await choose(member, club)).body).toMatchObject(refused)
    await review('refuse', member.id)
    expect((await choose(member, club)).body).toMatchObject(refused)
    service.clock.advance(1000)
    await apply()
    await review('approve', member.id)
    expect((await choose(member, club)).body.identity).toMatchObject({ code: 'CLUB', state: 'approved', forCommunity: true })
    expect(await quoted(member)).toBe(450)

    await service.db.updateTable('communities').set({ state: 'refused' }).where('member_id', '=', member.id).execute()
    expect(await identityOf(member)).toMatchObject({ code: 'CLUB', state: 'refused' })
    expect(await quoted(member)).toBe(500)
  })

  it('is not charged to a member who has the identity without an approved application, online or at the desk', async () => {
    const member = await service.newMember()
    await service.db.updateTable('members').set({ identity_id: club }).where('id', '=', member.id).execute()
    expect(await quoted(member)).toBe(500)
    const booked = await service.call('POST', '/api/Staff/Order', {
      as: staff,
      body: { emailOrAccount: member.account, items: [at(2, 20, 19)] },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect((await service.call('GET', `/api/Order/${booked.body.orderNo}`, { as: member })).body.amount).toBe(500)
  })

  it('is refused to a person who registers with it; a community that registers has it from its approval on', async () => {
    const form = await register({})
    expect(form.body).toMatchObject(refused)

    const community = await register({ communityName: '夜跑團', representative: '李四' })
    expect(community.status).toBe(201)
    const { id } = community.body
    await service.db.updateTable('members').set({ email_confirmed_at: service.clock.now() }).where('id', '=', id).execute()
    const login = await service.call('POST', '/api/AccountMember/Login', {
      body: { emailOrAccount: community.account, secret: testSecret },
    })
    const as = { ...staff, id, token: login.body.token }
    expect(login.body.user.identity).toMatchObject({ code: 'CLUB', state: 'under-review' })
    expect(await quoted(as)).toBe(500)
    await review('approve', id)
    expect(await quoted(as)).toBe(450)
  })
})

describe('a proof', () => {
  it('counts until its last day, which its identity decides when staff approve it; then the public’s price holds again', async () => {
    await service.db.updateTable('identities').set({ proof_months: 6 }).where('code', '=', 'STU').execute()
    const student = await service.newMember()
    const form = new FormData()
    form.set('upload', new File([samplePdf('student card')], '學生證.pdf'))
    const { id: proofFileId } = (await service.call('POST', '/api/File', { as: student, body: form })).body
    await service.call('PUT', '/api/AccountMember', { as: student, body: { memberIdentityId: 3, proofFileId } })
    expect([await quoted(student), (await identityOf(student)).validUntil]).toEqual([500, null])
    const { items } = (await service.call('GET', '/api/Staff/Identity/List?pageSize=100', { as: staff })).body
    const { proofId } = items.find((item: { memberId: string }) => item.memberId === student.id)
    await service.call('POST', '/api/Staff/Identity/Review', { as: staff, body: { proofId, decision: 'approve' } })
    expect([await quoted(student), await identityOf(student)]).toMatchObject([250, { state: 'approved', validUntil: '2027-05-15' }])

    const approved = await service.mail(student.email, '審核通過：學生')
    expect(approved?.body, 'the mail says until when').toContain('有效至 2027年5月15日')

    const endsOn = (day: string) => service.db.updateTable('identity_proofs').set({ valid_until: day }).where('id', '=', proofId).execute()
    await endsOn('2026-11-15')
    expect(await quoted(student), 'its last day').toBe(250)
    await endsOn('2026-11-14')
    expect(await quoted(student), 'the day after').toBe(500)
  })

  it('that ends soon is told once, from the hour and the days that the centre has set', async () => {
    const [student, renewing] = [await service.newMember(), await service.newMember()]
    const give = async (member: TestMember, state: 'approved' | 'under-review', validUntil: string | null) => {
      const form = new FormData()
      form.set('upload', new File([samplePdf(`${member.id} ${state}`)], '學生證.pdf'))
      const { id: fileId } = (await service.call('POST', '/api/File', { as: member, body: form })).body
      const proof = { id: randomUUID(), member_id: member.id, identity_id: 3, file_id: fileId, submitted_at: service.clock.now() }
      await service.db
        .insertInto('identity_proofs')
        .values({ ...proof, state, valid_until: validUntil })
        .execute()
      await service.db.updateTable('members').set({ identity_id: 3 }).where('id', '=', member.id).execute()
    }
    await give(student, 'approved', '2026-12-06')
    await give(renewing, 'approved', '2026-12-06')
    await give(renewing, 'under-review', null)
    const deps = { db: service.db, jobs: service.jobs, publicUrl: 'http://localhost:3000', canText: true }
    const remindAt = (moment: string) => remindOfProofs(deps, new Date(`${moment}:00+08:00`))
    const told = async ({ email }: TestMember) =>
      (await service.db.selectFrom('messages').select(['subject', 'body']).where('recipient', '=', email).execute()).filter(
        ({ subject }) => subject === '您的「學生」證明將於 2026年12月6日（日） 到期',
      )

    await remindAt('2026-11-14T12:00')
    await remindAt('2026-11-15T08:59')
    expect(await told(student), 'more than 21 days before, or too early in the morning').toEqual([])
    await remindAt('2026-11-15T09:00')
    await remindAt('2026-11-16T09:00')
    expect(await told(student)).toHaveLength(1)
    expect(await told(renewing), 'a new proof waits for its review').toEqual([])

    await writeSetting(service.db, 'reminders', { proofs: false }, null, service.clock.now())
    const late = await service.newMember()
    await give(late, 'approved', '2026-11-20')
    await remindAt('2026-11-16T10:00')
    expect(await told(late)).toEqual([])
  })

  it('of an identity that is retired counts no more', async () => {
    const visitor = await service.newMember()
    await service.db.updateTable('members').set({ identity_id: 10 }).where('id', '=', visitor.id).execute()
    await service.db.updateTable('identities').set({ retired_at: service.clock.now() }).where('code', '=', 'ORG').execute()
    expect(await quoted(visitor)).toBe(500)
    expect((await service.call('GET', '/api/MemberIdentity/List')).body.map(({ code }: { code: string }) => code)).not.toContain('ORG')
    expect((await choose(await service.newMember(), 10)).body.code).toBe('no_such_identity')
  })
})
