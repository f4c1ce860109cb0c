import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '#lib/zone.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { mailHoldSeconds } from './rules.ts'

let service: TestService
let desk: TestMember
let colleague: TestMember
/** Students prove themselves for a year. */
const student = 3
beforeAll(async () => {
  service = await openTestService()
  desk = await service.newMember({ role: 'desk' })
  colleague = await service.newMember({ role: 'manager' })
  await service.db.updateTable('identities').set({ proof_months: 12 }).where('id', '=', student).execute()
})
afterAll(() => service.close())

let made = 0
async function upload(as: TestMember): Promise<string> {
  const form = new FormData()
  form.set('upload', new File([samplePdf(`review ${++made}`)], `proof-${made}.pdf`))
  return (await service.call('POST', '/api/Upload', { as, body: form })).body.id
}
const list = async (query: string, as = desk) => (await service.call('GET', `/api/Staff/Review/List?${query}`, { as })).body
const detail = (kind: string, id: string, as = desk) => service.call('GET', `/api/Staff/Review/${kind}/${id}`, { as })
const undo = (kind: string, id: string, as = desk) => service.call('POST', '/api/Staff/Review/Undo', { as, body: { kind, id } })
const reviewProof = (proofId: string, body: object, as = desk) =>
  service.call('POST', '/api/Staff/Identity/Review', { as, body: { proofId, decision: 'approve', ...body } })
const reviewClub = (memberId: string, body: object, as = desk) =>
  service.call('POST', '/api/Staff/Community/Review', { as, body: { memberId, decision: 'approve', ...body } })

/** A member whose proof waits, with the proof's id. */
async function applicant(more: { identityId?: number; as?: TestMember } = {}): Promise<{ member: TestMember; proofId: string }> {
  const member = more.as ?? (await service.newMember())
  service.clock.advance(1000)
  const body = { memberIdentityId: more.identityId ?? student, proofFileId: await upload(member) }
  expect((await service.call('PUT', '/api/AccountMember', { as: member, body })).status).toBe(200)
  return { member, proofId: (await list(`person=${member.id}`)).items[0].subjectId }
}
async function club(communityName: string, registrationNo = communityName): Promise<TestMember> {
  const member = await service.newMember()
  service.clock.advance(1000)
  const form = { communityName, registrationNo, representative: '李四', documentIds: [await upload(member), await upload(member)] }
  expect((await service.call('POST', '/api/AccountMember/Community', { as: member, body: form })).status).toBe(200)
  return member
}
const mailsTo = async (email: string) =>
  (
    await sql<{ state: string; held: boolean }>`
    select s.state, exists (select from pgboss.job j where j.singleton_key = s.id::text and j.start_after > now() + interval '5 seconds') as held
    from messages s where s.recipient = ${email}`.execute(service.db)
  ).rows

describe('what waits', () => {
  it('is one list of proofs and clubs, oldest first, by kind and page by page', async () => {
    const first = await applicant()
    const second = await club('排隊社')
    const third = await applicant()
    await service.newMember({ confirmed: false })
    const all = await list('')
    expect(all.items.map(({ subjectId }: { subjectId: string }) => subjectId)).toEqual([first.proofId, second.id, third.proofId])
    expect(all).toMatchObject({ total: 3, next: null, oldest: all.items[0].submittedAt })
    expect(all.items[1]).toMatchObject({ kind: 'club', title: '排隊社', person: { id: second.id } })
    expect((await list('kind=club')).items).toHaveLength(1)
    expect((await list(`q=${encodeURIComponent('排隊')}`)).items).toHaveLength(1)

    const page = await list('pageSize=2')
    const rest = await list(`pageSize=2&after=${page.next}`)
    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual(all.items.map(({ id }: { id: string }) => id))
    expect(rest.next).toBeNull()
    for (const { subjectId, kind } of all.items)
      expect((await (kind === 'proof' ? reviewProof(subjectId, {}) : reviewClub(subjectId, {}))).status).toBe(204)
    expect(await list('')).toMatchObject({ items: [], total: 0, oldest: null })
  })

  it('shows the file, the person and earlier decisions beside; a club also others with its number', async () => {
    const { member, proofId } = await applicant()
    await reviewProof(proofId, { decision: 'refuse', reason: '看不清楚' })
    const again = await applicant({ as: member })
    const shown = (await detail('proof', again.proofId)).body
    expect(shown).toMatchObject({
      person: { id: member.id, account: member.account, locale: 'tw' },
      files: [{ type: 'application/pdf' }],
      proof: { identity: '學生', months: 12, isSeenAtDesk: false },
      earlier: [
        { id: proofId, state: 'refused', reason: '看不清楚', reviewedBy: expect.stringContaining('會員'), fileType: 'application/pdf' },
      ],
    })
    const [one, two] = [await club('甲隊', '同號'), await club('乙隊', '同號')]
    expect((await detail('club', one.id)).body.club.same).toEqual([{ memberId: two.id, name: '乙隊', state: 'under-review' }])
    expect((await detail('club', one.id)).body.files).toHaveLength(2)
    expect((await detail('proof', crypto.randomUUID())).status).toBe(404)
    expect((await detail('club', crypto.randomUUID())).status).toBe(404)
  })
})

describe('a registration number', () => {
  const writings = ['北市社字 第-1234 號ab', '北市社字第１２３４號ＡＢ', '北市社字第12－34號Ab', ' 北市社字第 12—34\u2011號\u200bAB ']

  it('is that of one approved club, however it is written; applications may be several', async () => {
    const clubs: TestMember[] = []
    for (const [n, writing] of writings.entries()) clubs.push(await club(`同號 ${n}`, writing))
    const [first, second] = [clubs[0]!, clubs[1]!]
    expect((await detail('club', first.id)).body.club.same).toHaveLength(3)
    expect((await reviewClub(first.id, {})).status).toBe(204)
    for (const { id } of clubs.slice(1))
      expect((await reviewClub(id, {})).body).toMatchObject({ status: 409, code: 'registration_no_taken' })
    expect((await reviewClub(second.id, { decision: 'refuse', reason: '已有帳號' })).status).toBe(204)
    const late = await service.newMember()
    const form = { communityName: '後來', registrationNo: writings[3], representative: '李四' }
    const again = await service.call('POST', '/api/AccountMember/Community', { as: late, body: form })
    expect(again.body).toMatchObject({ status: 409, code: 'registration_no_taken', errors: [{ path: 'registrationNo' }] })
    expect((await reviewClub((await club('別號', '北市社字第1235號AB')).id, {})).status).toBe(204)
  })

  it('that is only hyphens is none, and follows a club whose account is merged', async () => {
    const [one, two] = [await club('無號甲', '-'), await club('無號乙', '—')]
    for (const { id } of [one, two]) expect((await reviewClub(id, {})).status).toBe(204)
    const [moving, kept] = [await club('搬家社', '搬 1'), await service.newMember()]
    await reviewClub(moving.id, {})
    const both = { keptId: kept.id, doubleId: moving.id }
    const { revision } = (await service.call('POST', '/api/Staff/Person/Merge/Preview', { as: colleague, body: both })).body
    const merged = await service.call('POST', '/api/Staff/Person/Merge', { as: colleague, body: { ...both, revision, reason: '同一人' } })
    expect(merged.status, merged.text).toBe(200)
    expect((await detail('club', kept.id)).body).toMatchObject({ state: 'approved', club: { registrationNo: '搬 1', same: [] } })
  })
})

describe('how long a proof is good', () => {
  it('is what the identity says unless it is made shorter; longer, past and endless are refused', async () => {
    const { proofId, member } = await applicant()
    const { from, latest, until } = (await detail('proof', proofId)).body.proof
    expect([from, until]).toEqual([dayOf(service.clock.now()), latest])
    for (const validUntil of ['2026-11-01', `${Number(latest.slice(0, 4)) + 1}-01-01`, null])
      expect((await reviewProof(proofId, { validUntil })).body, String(validUntil)).toMatchObject({
        status: 422,
        code: 'valid_until_out_of_bounds',
        errors: [{ path: 'validUntil' }],
        latest,
      })
    expect((await reviewProof(proofId, { validUntil: '2027-01-31' })).status).toBe(204)
    expect((await detail('proof', proofId)).body.proof.validUntil).toBe('2027-01-31')
    expect((await service.inbox(member.email))[0]!.body).toContain('2027')

    const plain = await applicant()
    await reviewProof(plain.proofId, {})
    expect((await detail('proof', plain.proofId)).body.proof.validUntil).toBe(latest)
  })

  it('may be without an end where the identity has none', async () => {
    await service.db.updateTable('identities').set({ proof_months: null }).where('id', '=', student).execute()
    const { proofId } = await applicant()
    expect((await reviewProof(proofId, { validUntil: null })).status).toBe(204)
    expect((await detail('proof', proofId)).body.proof).toMatchObject({ validUntil: null, until: null })
    await service.db.updateTable('identities').set({ proof_months: 12 }).where('id', '=', student).execute()
  })
})

describe('a decision', () => {
  it('says to whoever comes second who was faster; nobody decides about themselves', async () => {
    const { proofId } = await applicant()
    expect((await reviewProof(proofId, { decision: 'refuse', reason: '過期' }, colleague)).status).toBe(204)
    expect((await reviewProof(proofId, {})).body).toMatchObject({
      status: 409,
      code: 'already_reviewed',
      state: 'refused',
      isYou: false,
      reviewedBy: (await detail('proof', proofId, colleague)).body.reviewedBy.name,
    })
    expect((await detail('proof', proofId, colleague)).body.reviewedBy.isYou).toBe(true)
    const own = await applicant({ as: colleague })
    expect((await reviewProof(own.proofId, {}, colleague)).body).toMatchObject({ status: 403, code: 'own_card' })
    expect((await reviewProof(own.proofId, {}, desk)).status).toBe(204)
  })

  it('is taken back within seconds, and its mail is never sent; the same entry can be decided again', async () => {
    const { proofId, member } = await applicant()
    expect((await reviewProof(proofId, { holdMail: true })).status).toBe(204)
    expect(await mailsTo(member.email)).toEqual([{ state: 'queued', held: true }])
    expect((await undo('proof', proofId, colleague)).body, 'the decision of another').toMatchObject({
      status: 409,
      code: 'too_late_to_undo',
    })
    expect((await undo('proof', proofId)).status).toBe(204)
    expect(await mailsTo(member.email)).toEqual([])
    expect((await detail('proof', proofId)).body).toMatchObject({ state: 'under-review', reviewedBy: null, proof: { validUntil: null } })
    expect((await undo('proof', proofId)).status).toBe(409)
    expect((await reviewProof(proofId, { decision: 'refuse', reason: '過期' })).status).toBe(204)
    expect((await service.inbox(member.email))[0]!.body).toContain('過期')
    expect((await undo('proof', proofId)).body.code, 'its mail has gone out').toBe('too_late_to_undo')
    expect((await undo('proof', crypto.randomUUID())).status).toBe(404)
  })

  it('stands once its time is over, or once the member has sent another proof', async () => {
    const late = await applicant()
    await reviewProof(late.proofId, { holdMail: true })
    service.clock.advance((mailHoldSeconds + 1) * 1000)
    expect((await undo('proof', late.proofId)).body.code).toBe('too_late_to_undo')

    const { member, proofId } = await applicant()
    await reviewProof(proofId, { decision: 'refuse', reason: '過期', holdMail: true })
    await applicant({ as: member })
    service.clock.advance(-1000)
    expect((await undo('proof', proofId)).body.code).toBe('newer_proof_waits')
    expect(await mailsTo(member.email), 'a refused undo withdraws no mail').toHaveLength(1)
  })

  it('about a club is kept when the club applies again, and gone when it is taken back', async () => {
    const member = await club('重來社')
    await reviewClub(member.id, { decision: 'refuse', reason: '名冊不全', holdMail: true })
    expect((await undo('club', member.id)).status).toBe(204)
    expect((await detail('club', member.id)).body).toMatchObject({ state: 'under-review', earlier: [] })
    await reviewClub(member.id, { decision: 'refuse', reason: '缺立案證明' })
    service.clock.advance(1000)
    const form = { communityName: '重來社', registrationNo: '重來社', representative: '李四' }
    await service.call('POST', '/api/AccountMember/Community', { as: member, body: form })
    expect((await detail('club', member.id)).body.earlier).toMatchObject([{ kind: 'club', state: 'refused', reason: '缺立案證明' }])
    service.clock.advance(1000)
    await reviewClub(member.id, {})
    const decided = (await list(`state=decided&person=${member.id}`)).items
    expect(decided).toMatchObject([
      { state: 'approved', subjectId: member.id },
      { state: 'refused', reason: '缺立案證明', subjectId: member.id },
    ])
    expect((await detail('club', member.id)).body.earlier, 'not the decision that is shown').toHaveLength(1)
  })

  it('is found by outcome, day and words, and in the audit log with its reason', async () => {
    const { member, proofId } = await applicant()
    await reviewProof(proofId, { decision: 'refuse', reason: '證件種類不對' })
    const today = dayOf(service.clock.now())
    const of = async (query: string) => (await list(`person=${member.id}&${query}`)).items.length
    expect(await of('state=decided')).toBe(1)
    expect(await of('state=refused')).toBe(1)
    expect(await of('state=approved')).toBe(0)
    expect(await of(`state=decided&day=${today}`)).toBe(1)
    expect(await of('state=decided&day=2026-01-01')).toBe(0)
    expect(await of(`state=decided&q=${member.account}`)).toBe(1)
    expect(await of('state=decided&q=nobody-of-this-name')).toBe(0)
    const entry = await service.db
      .selectFrom('audit_log')
      .select(['action', 'note'])
      .where('subject_id', '=', member.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ action: 'proof.refused', note: '證件種類不對' })
  })
})
