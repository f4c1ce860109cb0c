import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at } from '#testing/orders.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { deskCalls } from '#testing/tills.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let desk: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  desk = await service.newMember({ role: 'desk' })
})
afterAll(() => service.close())

let next = 0
const { openTill, sell } = deskCalls(() => service)

async function guestWhoBooked(mobile: string, name: string, court: number): Promise<{ id: string; orderNo: string }> {
  const tillId = await openTill(desk, 2000, `櫃檯 ${++next}`)
  const guest = await service.call('POST', '/api/Staff/Guest', { as: desk, body: { name, mobile } })
  const { venue2ndId, ...period } = at(court, 20, 9)
  const body = {
    memberId: guest.body.memberId,
    items: [{ venue2ndId, ...period }],
    amount: 300,
    payment: { way: 'cash', tillId, given: 500 },
  }
  const sale = await sell(desk, body)
  expect(sale.status, sale.text).toBe(201)
  return { id: guest.body.memberId, orderNo: sale.body.orderNo }
}

/** The code that was sent, beside the text about the booking. */
async function codeSentTo(mobile: string): Promise<string> {
  const codeIn = async () => (await service.inbox(mobile)).map(({ body }) => /\b\d{6}\b/.exec(body)?.[0]).find(Boolean)
  await expect.poll(codeIn, { timeout: 10_000 }).toBeDefined()
  return (await codeIn())!
}

async function register(mobile: string, more: object = {}) {
  const form = new FormData()
  form.set('upload', new File([samplePdf(String(++next))], '個資同意書.pdf', { type: 'application/pdf' }))
  const file = await service.call('POST', '/api/File', { body: form, from: `198.51.100.${next}` })
  await service.call('POST', '/api/AccountMember/SendSms', { body: { mobile }, from: `198.51.100.${next}` })
  const body = {
    email: `claim${next}@example.com`,
    account: `claim${next}`,
    name: '林小美',
    mobile,
    smsCode: await codeSentTo(mobile),
    secret: testSecret,
    memberIdentityId: 1,
    privacyFileId: file.body.id,
    locale: 'tw',
    ...more,
  }
  return { email: body.email, answer: await service.call('POST', '/api/AccountMember', { body, from: `198.51.100.${next}` }) }
}

async function confirm(email: string): Promise<TestMember> {
  const [mail] = await service.inbox(email)
  const token = new URL(/https?:\S+/.exec(mail!.body)![0]).searchParams.get('token')
  expect((await service.call('POST', '/api/AccountMember/ValidateEmail', { body: { token } })).status).toBe(200)
  const login = await service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount: email, secret: testSecret } })
  return { token: login.body.token } as TestMember
}
const ownerOf = async (orderNo: string) =>
  (await service.db.selectFrom('orders').select('member_id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()).member_id

describe('a guest who becomes a member', () => {
  it('keeps their bookings: they follow once mobile and address are proved, and the member is told', async () => {
    const guest = await guestWhoBooked('0933111222', '林小姐', 1)
    const { email, answer } = await register('0933111222')
    expect(answer.status).toBe(201)
    expect(await ownerOf(guest.orderNo), 'not before the address is confirmed').toBe(guest.id)
    const member = await confirm(email)
    const list = await service.call('GET', `/api/Order/${guest.orderNo}`, { as: member })
    expect(list.status, list.text).toBe(200)
    expect(await ownerOf(guest.orderNo)).toBe(answer.body.id)
    expect((await service.mail(email, '您的資料已合併到同一個帳號'))!.body).toContain('共 1 筆訂單')
    const log = await service.db.selectFrom('audit_log').select(['call', 'before']).where('action', '=', 'person.merged').execute()
    expect(log).toEqual([{ call: 'registration', before: { double: guest.id, isGuest: true } }])
  })

  it('gives nothing to somebody who has not proved the mobile', async () => {
    const guest = await guestWhoBooked('0933111333', '陳先生', 2)
    // A code for another mobile, and a guessed one
    expect((await register('0933999888', { mobile: '0933111333' })).answer.body).toMatchObject({ status: 400, code: 'wrong_sms_code' })
    expect((await register('0933111333', { smsCode: '000000' })).answer.body).toMatchObject({ status: 400, code: 'wrong_sms_code' })
    // An account that has the mobile without a proof: a changed address is no registration
    const other = await service.newMember()
    await service.db.updateTable('members').set({ mobile: '0933111333' }).where('id', '=', other.id).execute()
    const change = { email: 'moved.on@example.com', secret: testSecret }
    expect((await service.call('PUT', '/api/AccountMember', { as: other, body: change })).status).toBe(200)
    const [mail] = await service.inbox(change.email)
    const token = new URL(/https?:\S+/.exec(mail!.body)![0]).searchParams.get('token')
    expect((await service.call('POST', '/api/AccountMember/ValidateEmail', { body: { token } })).status).toBe(200)
    expect(await ownerOf(guest.orderNo)).toBe(guest.id)
  })

  it('follows a member who proves by a code, later, the mobile that could not be proved when they registered', async () => {
    const mobile = '0933111555'
    const guest = await guestWhoBooked(mobile, '周小姐', 4)
    const me = await service.newMember()
    await service.db.updateTable('members').set({ mobile, mobile_unproven: true }).where('id', '=', me.id).execute()
    const prove = (smsCode?: string) => service.call('PUT', '/api/AccountMember', { as: me, body: { mobile, smsCode } })
    expect((await prove('000000')).body.code).toBe('wrong_sms_code')
    expect(await ownerOf(guest.orderNo)).toBe(guest.id)
    await service.call('POST', '/api/AccountMember/SendSms', { body: { mobile }, from: '198.51.100.99' })
    expect((await prove(await codeSentTo(mobile))).body).toMatchObject({ isMobileProven: true })
    expect(await ownerOf(guest.orderNo)).toBe(me.id)
  })

  it('gives nothing to the next holder of a number: the guest has not booked for a year', async () => {
    const guest = await guestWhoBooked('0933111444', '王先生', 3)
    const longAgo = new Date(service.clock.now().getTime() - 366 * 86_400_000)
    await service.db.updateTable('orders').set({ created_at: longAgo }).where('order_no', '=', guest.orderNo).execute()
    const { email } = await register('0933111444')
    await confirm(email)
    expect(await ownerOf(guest.orderNo)).toBe(guest.id)
    // The desk can still merge them: it asks the person.
    const { body } = await service.call('GET', `/api/Staff/Person/${guest.id}/Doubles`, { as: desk })
    expect(body.items).toMatchObject([{ because: ['mobile'], isGuest: false }])
  })
})
