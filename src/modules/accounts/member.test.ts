import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, testSecret, type TestService, type TestMember } from '#testing/test-service.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { tidyAccounts } from '#modules/logins/tidy-accounts.ts'

let service: TestService
let member: TestMember
let staff: TestMember
beforeAll(async () => {
  service = await openTestService()
  member = await service.newMember()
  staff = await service.newMember({ role: 'desk' })
})
afterAll(() => service.close())

let next = 0
async function upload(as: TestMember): Promise<string> {
  const form = new FormData()
  form.set('upload', new File([samplePdf(`member ${++next}`)], 'proof.pdf'))
  return (await service.call('POST', '/api/Upload', { as, body: form })).body.id
}
const known = { secret: testSecret }
const update = (as: TestMember, body: object) => service.call('PUT', '/api/AccountMember', { as, body })
const me = (as: TestMember) => service.call('GET', '/api/AccountMember', { as })

describe('B7 B8 the profile', () => {
  it('B8 changes the given fields and answers like B7', async () => {
    const answer = await update(member, { name: '陳大文', locale: 'en', emergencyName: '陳太太', emergencyPhone: '0911222333' })
    expect(answer).toMatchObject({
      status: 200,
      body: { name: '陳大文', locale: 'en', emergencyName: '陳太太', emergencyPhone: '0911222333', email: member.email },
    })
    expect((await me(member)).body).toEqual(answer.body)
    expect((await update(member, {})).body).toEqual(answer.body)
  })

  it('ignores fields that may not be changed', async () => {
    const answer = await update(member, {
      role: 'admin',
      roles: ['admin'],
      communityName: '冒牌社',
      account: 'other',
      id: crypto.randomUUID(),
    })
    expect(answer.body).toMatchObject({ id: member.id, roles: [], communityName: '', account: member.account })
  })

  it('changes the mobile with a code that was sent to the new one', async () => {
    const mobile = '0955123123'
    expect((await update(member, { mobile })).body).toMatchObject({ status: 422, errors: [{ path: 'secret' }] })
    expect((await update(member, { mobile, ...known })).body).toMatchObject({ code: 'wrong_sms_code', errors: [{ path: 'smsCode' }] })
    await service.call('POST', '/api/AccountMember/SendSms', { body: { mobile } })
    const smsCode = /\d{6}/.exec((await service.inbox(mobile))[0]!.body)![0]
    expect((await update(member, { mobile, ...known, smsCode: smsCode === '000000' ? '111111' : '000000' })).body.code).toBe(
      'wrong_sms_code',
    )
    expect((await update(member, { mobile, smsCode, ...known })).body.mobile).toBe(mobile)
  })

  it('refuses the mobile of another member', async () => {
    const other = await service.newMember()
    await service.call('POST', '/api/AccountMember/SendSms', { body: { mobile: other.mobile } })
    const smsCode = /\d{6}/.exec((await service.inbox(other.mobile))[0]!.body)![0]
    expect((await update(member, { name: '不該存下', mobile: other.mobile, smsCode, ...known })).body).toMatchObject({
      status: 409,
      code: 'mobile_taken',
    })
    expect((await me(member)).body.name, 'a refusal changes nothing').not.toBe('不該存下')
  })

  it('changes the email address once the link mailed there is opened', async () => {
    const mover = await service.newMember()
    expect((await update(mover, { email: 'moved@example.com', ...known })).body.email).toBe(mover.email)
    const token = new URL(/https?:\S+/.exec((await service.inbox('moved@example.com'))[0]!.body)![0]).searchParams.get('token')
    expect((await service.call('POST', '/api/AccountMember/ValidateEmail', { body: { token } })).status).toBe(200)
    expect((await me(mover)).body.email).toBe('moved@example.com')
  })
})

describe('B14 identities', () => {
  it('are listed in the caller’s language', async () => {
    const tw = await service.call('GET', '/api/MemberIdentity/List')
    const en = await service.call('GET', '/api/MemberIdentity/List', { headers: { 'accept-language': 'en' } })
    expect(tw.body[0]).toEqual({ id: 1, code: 'PUB', name: '一般民眾', needsProof: false, forCommunity: false })
    expect(en.body[2]).toEqual({ id: 3, code: 'STU', name: 'Student', needsProof: true, forCommunity: false })
    expect(tw.body).toHaveLength(10)
  })

  it('that need a proof count once staff have approved it; a refusal gives its reason, on the page and by mail', async () => {
    const student = await service.newMember()
    expect((await update(student, { memberIdentityId: 3 })).body.identity).toMatchObject({ code: 'STU', state: 'needs-proof', proof: null })
    const proof = await upload(student)
    expect((await update(student, { proofFileId: proof })).body.identity).toMatchObject({ state: 'under-review', proof: { id: proof } })

    const list = (await service.call('GET', '/api/Staff/Identity/List?pageSize=100', { as: staff })).body
    const open = list.items.find((item: { memberId: string }) => item.memberId === student.id)
    expect(open).toMatchObject({ identity: '學生', account: student.account })
    const review = (body: object, as = staff) => service.call('POST', '/api/Staff/Identity/Review', { as, body })
    expect((await review({ proofId: open.proofId, decision: 'refuse' })).body).toMatchObject({ status: 422, errors: [{ path: 'reason' }] })
    expect((await review({ proofId: open.proofId, decision: 'approve' }, student)).status).toBe(403)
    expect((await review({ proofId: crypto.randomUUID(), decision: 'approve' })).status).toBe(404)
    expect((await review({ proofId: open.proofId, decision: 'refuse', reason: '學生證已過期' })).status).toBe(204)
    expect((await review({ proofId: open.proofId, decision: 'approve' })).body).toMatchObject({ status: 409, code: 'already_reviewed' })
    expect((await me(student)).body.identity).toMatchObject({ state: 'refused', reason: '學生證已過期' })
    expect((await service.inbox(student.email))[0]!.body).toContain('學生證已過期')

    service.clock.advance(1000)
    await update(student, { proofFileId: await upload(student) })
    const again = (await service.call('GET', '/api/Staff/Identity/List?pageSize=100', { as: staff })).body.items.find(
      (item: { memberId: string }) => item.memberId === student.id,
    )
    expect((await review({ proofId: again.proofId, decision: 'approve' })).status).toBe(204)
    expect((await me(student)).body.identity).toMatchObject({ state: 'approved', reason: null })
  })

  it('refuse another member’s file as a proof', async () => {
    const thief = await service.newMember()
    const fileId = await upload(member)
    expect((await update(thief, { memberIdentityId: 3, proofFileId: fileId })).body).toMatchObject({
      status: 422,
      code: 'no_such_file',
      errors: [{ path: 'proofFileId' }],
    })
    expect((await me(thief)).body.identity.code).toBe('PUB')
  })

  it('are decided once when two of the staff decide at the same moment', async () => {
    const student = await service.newMember()
    await update(student, { memberIdentityId: 3, proofFileId: await upload(student) })
    const proof = (await service.call('GET', '/api/Staff/Identity/List?pageSize=100', { as: staff })).body.items.find(
      (item: { memberId: string }) => item.memberId === student.id,
    )
    const decide = (decision: string) =>
      service.call('POST', '/api/Staff/Identity/Review', { as: staff, body: { proofId: proof.proofId, decision, reason: '看不清楚' } })
    const answers = await Promise.all(['approve', 'refuse', 'approve', 'refuse'].map(decide))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409, 409])
    expect(await service.inbox(student.email)).toHaveLength(1)
  })
})

describe('a community', () => {
  const form = { communityName: '晨泳會', registrationNo: '北市社字 1 號', representative: '李四' }
  const submit = (as: TestMember, body: object) => service.call('POST', '/api/AccountMember/Community', { as, body })

  it('applies, sends documents later, learns why it was refused, applies again and is approved', async () => {
    const club = await service.newMember()
    expect((await submit(club, {})).body.errors.map((e: { path: string }) => e.path)).toEqual([
      'communityName',
      'registrationNo',
      'representative',
    ])
    expect((await submit(club, form)).body).toMatchObject({
      communityName: '',
      community: { name: '晨泳會', state: 'under-review', documents: [] },
    })
    const documentIds = [await upload(club), await upload(club)]
    expect((await submit(club, { ...form, documentIds })).body.community.documents).toHaveLength(2)

    const list = (await service.call('GET', '/api/Staff/Community/List?pageSize=100', { as: staff })).body
    expect(list.items.find((item: { memberId: string }) => item.memberId === club.id).documents).toHaveLength(2)
    const review = (body: object) =>
      service.call('POST', '/api/Staff/Community/Review', { as: staff, body: { memberId: club.id, ...body } })
    expect((await review({ decision: 'refuse', reason: '名冊不全' })).status).toBe(204)
    expect((await me(club)).body).toMatchObject({ communityName: '', community: { state: 'refused', reason: '名冊不全' } })
    service.clock.advance(1000)
    expect((await submit(club, { ...form, documentIds: documentIds.slice(0, 1) })).body.community).toMatchObject({
      state: 'under-review',
      reason: null,
    })
    expect((await review({ decision: 'approve' })).status).toBe(204)
    expect((await me(club)).body.communityName).toBe('晨泳會')
    expect((await submit(club, form)).body).toMatchObject({ status: 409, code: 'community_approved' })
    expect((await service.inbox(club.email, 2)).map(({ subject }) => subject).toSorted()).toEqual([
      '審核未通過：晨泳會',
      '審核通過：晨泳會',
    ])
  })

  it('is decided once when two of the staff decide at the same moment', async () => {
    const club = await service.newMember()
    await submit(club, { ...form, registrationNo: '北市社字 2 號' })
    const decide = (decision: string) =>
      service.call('POST', '/api/Staff/Community/Review', { as: staff, body: { memberId: club.id, decision, reason: 'x' } })
    const answers = await Promise.all(['approve', 'refuse', 'approve'].map(decide))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])
  })
})

describe('closing the account', () => {
  it('can be preceded by an export of everything that the centre keeps', async () => {
    const leaver = await service.newMember()
    const fileId = await upload(leaver)
    await update(leaver, { memberIdentityId: 3, proofFileId: fileId })
    const answer = await service.call('GET', '/api/AccountMember/Export', { as: leaver })
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="fieldhouse-\d{4}-\d\d-\d\d\.json"$/)
    expect(answer.body).toMatchObject({
      member: { email: leaver.email },
      sessions: [{ current: true }],
      identityProofs: [{ identity: '學生', state: 'under-review', fileId }],
      files: [{ id: fileId }],
    })
    expect(answer.text).not.toContain('argon2')
  })

  it('needs the secret, ends every session, and leaves no personal data in the row; account name, address and mobile can be used again', async () => {
    const leaver = await service.newMember()
    const close = (secret: string) => service.call('POST', '/api/AccountMember/Close', { as: leaver, body: { secret } })
    expect((await close('not it')).body).toMatchObject({ status: 400, code: 'wrong_secret', errors: [{ path: 'secret' }] })
    expect((await close(testSecret)).status).toBe(204)
    expect((await me(leaver)).status).toBe(401)
    const row = await service.db.selectFrom('members').selectAll().where('id', '=', leaver.id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`${leaver.account}|${leaver.mobile}|argon2`))
    expect((await service.inbox(leaver.email))[0]!.subject).toBe('您的帳號已關閉')
    await service.newMember({ account: leaver.account, email: leaver.email })
  })
})

describe('the job tidy-accounts', () => {
  it('deletes registrations that were not confirmed within a week, and no other', async () => {
    const forgotten = await service.newMember({ confirmed: false })
    const confirmed = await service.newMember()
    service.clock.advance(6 * 86_400_000)
    const recent = await service.newMember({ confirmed: false })
    service.clock.advance(86_400_001)
    await tidyAccounts(service.db, service.clock.now())
    const left = await service.db.selectFrom('members').select('id').where('id', 'in', [forgotten.id, confirmed.id, recent.id]).execute()
    expect(left.map(({ id }) => id).toSorted()).toEqual([confirmed.id, recent.id].toSorted())
  })
})
