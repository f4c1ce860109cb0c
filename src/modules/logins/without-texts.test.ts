import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { deskCalls } from '#testing/tills.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'
import { samplePdf } from '#testing/sample-files.ts'

/** A centre without a provider of text messages, which is no demo. */
let service: TestService
let clerk: TestMember
beforeAll(async () => {
  service = await openTestService({ demo: false })
  await smallCentre(service.db)
  clerk = await service.newMember({ role: 'desk' })
})
afterAll(() => service.close())

let next = 0
const { openTill, sell } = deskCalls(() => service)
async function register(mobile: string): Promise<Pick<TestMember, 'id' | 'email' | 'token'>> {
  const from = `198.51.100.${++next}`
  const consent = new FormData()
  consent.set('upload', new File([samplePdf(String(next))], '個資同意書.pdf', { type: 'application/pdf' }))
  const { body: file } = await service.call('POST', '/api/File', { body: consent, from })
  const email = `new${next}@example.com`
  const form = { email, account: `new${next}`, name: '林小美', mobile, secret: testSecret, memberIdentityId: 1, privacyFileId: file.id }
  const made = await service.call('POST', '/api/AccountMember', { body: form, from })
  expect(made.status, made.text).toBe(201)
  const mail = await service.mail(email, '請確認您的電子郵件')
  const token = new URL(/https?:\S+/.exec(mail!.body)![0]).searchParams.get('token')
  expect((await service.call('POST', '/api/AccountMember/ValidateEmail', { body: { token } })).status).toBe(200)
  const { body } = await service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount: email, secret: testSecret } })
  return { id: made.body.id, email, token: body.token }
}
const profile = async (member: { token: string }) => (await service.call('GET', '/api/AccountMember', { as: member })).body
const textsTo = (mobile: string) => service.db.selectFrom('messages').select('id').where('recipient', '=', mobile).execute()
const confirm = (id: string, mobile: string, as = clerk) =>
  service.call('POST', '/api/Staff/Person/Mobile/Confirm', { as, body: { id, mobile } })

describe('without a provider of text messages', () => {
  it('says so, and refuses to send a code', async () => {
    expect((await service.call('GET', '/api/SystemSetting')).body.canText).toBe(false)
    for (const path of ['SendSms', 'SendSms_ResetPassword']) {
      const asked = await service.call('POST', `/api/AccountMember/${path}`, { body: { mobile: '0922000001' } })
      expect(asked).toMatchObject({ status: 503, body: { code: 'texts_unavailable', title: '本中心目前不寄送簡訊' } })
    }
    expect(await textsTo('0922000001')).toEqual([])
  })

  it('registers by mail alone; the mobile is kept, and proves nothing', async () => {
    const holder = await service.newMember()
    const member = await register(holder.mobile)
    expect(await profile(member), 'whose mobile it is is not told').toMatchObject({ mobile: holder.mobile, isMobileProven: false })
  })

  it('lets the desk confirm the mobile of a member, once, and of nobody else’s', async () => {
    const member = await register('0922000010')
    const same = await register('0922000010')
    expect((await confirm(member.id, '0922000011')).body.code).toBe('changed_meanwhile')
    expect((await confirm(clerk.id, clerk.mobile)).body.code).toBe('own_card')
    const double = await service.newMember()
    const nobody = { account: null, email: null, secret_hash: null, email_confirmed_at: null, is_guest: true }
    await service.db
      .updateTable('members')
      .set({ ...nobody, mobile: clerk.mobile })
      .where('id', '=', double.id)
      .execute()
    expect((await confirm(double.id, clerk.mobile)).body.code, 'a guest with their mobile').toBe('own_card')
    expect((await confirm(member.id, '0922000010')).status).toBe(204)
    expect((await confirm(member.id, '0922000010')).status, 'again').toBe(204)
    expect((await confirm(same.id, '0922000010')).body.code).toBe('mobile_taken')
    expect((await profile(member)).isMobileProven).toBe(true)
    const card = await service.call('GET', `/api/Staff/Person/${same.id}`, { as: clerk })
    expect(card.body).toMatchObject({ mobile: '0922000010', isMobileProven: false })
    const audited = await service.db.selectFrom('audit_log').select('action').where('action', '=', 'person.mobile_confirmed').execute()
    expect(audited).toHaveLength(1)
  })

  it('changes a mobile by the secret, unproven again, and texts nobody', async () => {
    const member = await register('0922000020')
    await confirm(member.id, '0922000020')
    const change = { mobile: '0922000021', secret: testSecret }
    expect((await service.call('PUT', '/api/AccountMember', { as: member, body: { mobile: '0922000021' } })).body.code).toBe(
      'secret_needed',
    )
    expect((await service.call('PUT', '/api/AccountMember', { as: member, body: change })).body).toMatchObject({
      mobile: '0922000021',
      isMobileProven: false,
    })
    const mail = await service.mail(member.email, '您的手機號碼已變更')
    expect(await textsTo('0922000020')).toEqual([])

    const ref = new URL(/https?:\S+/.exec(mail!.body)![0]).searchParams.get('ref')
    expect((await service.call('POST', '/api/AccountMember/UndoChange', { body: { ref } })).status).toBe(200)
    const { body: card } = await service.call('GET', `/api/Staff/Person/${member.id}`, { as: clerk })
    expect(card, 'as it was before').toMatchObject({ mobile: '0922000020', isMobileProven: true })
  })

  it('gives the bookings of a guest to nobody who has only typed the guest’s mobile, and to the member whose mobile staff confirm', async () => {
    const guest = await service.call('POST', '/api/Staff/Guest', { as: clerk, body: { name: '黃先生', mobile: '0922000030' } })
    const { memberId } = guest.body
    const { venue2ndId, ...period } = at(1, 20, 9)
    const tillId = await openTill(clerk, 2000, '櫃檯')
    const payment = { way: 'cash', tillId, given: 500 }
    const sale = await sell(clerk, { memberId, items: [{ venue2ndId, ...period }], amount: 300, payment })
    expect(sale.status, sale.text).toBe(201)
    const person = await service.call('GET', `/api/Staff/Counter/Person/${memberId}`, { as: clerk })
    expect(person.body.linkWays, 'nor is a pay link sent').toEqual([])
    const member = await register('0922000030')
    const seen = async () => (await service.call('GET', `/api/Order/${sale.body.orderNo}`, { as: member })).status
    expect(await seen()).toBe(404)
    expect((await confirm(member.id, '0922000030')).status).toBe(204)
    expect(await seen(), 'once staff have confirmed it').toBe(200)
  })
})
