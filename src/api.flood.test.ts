import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLog } from '#http/log.ts'
import { openMetrics, watch } from '#http/metrics.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { openTestService, testSecret, type TestService } from '#testing/test-service.ts'
import { at, placed } from '#testing/orders.ts'
import { newRound, onDays, submitted, preOrderBody } from '#testing/preorders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { modules } from '#wiring/modules.ts'
import { watchedOf } from '#wiring/watched.ts'

let service: TestService
const alarms: string[] = []
beforeAll(async () => {
  const log = openLog('error', { write: (line) => void (line.includes('text-budget-spent') && alarms.push(line)) })
  service = await openTestService({ log })
  await smallCentre(service.db)
  await newRound(service)
})
afterAll(() => service.close())

/** Every file that sends or writes a message or an event of which people are told, or asks a job to, and what keeps it from being made to do so without end. */
const senders: Record<string, string> = {
  'accounts/change-identity.ts': 'staff, once for each change',
  'accounts/close-account.ts': 'own-secret, and once for each account',
  'logins/confirm-email.ts': 'ask-from and confirmation-asked; a change is told once for each link',
  'logins/register-member.ts': 'register and confirmation-asked',
  'logins/reset-secret.ts': 'ask-from and reset-link-asked; reset-from, once for each link or code',
  'accounts/review.ts': 'staff, once for each decision',
  'accounts/send-letter.ts': 'whoever calls it; of proofs that end, a job, once for each proof',
  'logins/send-sms-code.ts': 'sms, sms-day, sms-from, and the budget of texts',
  'logins/tell-of-contact-change.ts': 'own-secret, once for each change, and the budget of texts',
  'logins/change-factors.ts': 'new-passkey, authenticator and recovery-codes; once for each recovery code',
  'accounts/tell-of-merge.ts': 'staff, once for each double; once for each guest whose mobile was proved',
  'logins/update-member.ts': 'own-secret, email-change and confirmation-asked',
  'ballots/offer-store.ts': 'once for each entry, at the freeze and at the draw; once for each offer to a substitute',
  'clubs/change-people.ts': 'club-people; once for each who is taken out, and for each new owner',
  'clubs/invite.ts': 'club-invite and club-invited',
  'desk/send-digests.ts': 'one a day for each member of staff',
  'desk/send-pay-link.ts': 'staff, five an hour for each order, and the budget of texts',
  'feedback/event-store.ts': 'report and report-from; staff, once for each note; the budget of texts; a job, once for each visit',
  'insight/subscribe-report.ts': 'one a month for each member of staff who asked',
  'lockers/event-store.ts': 'one locker for each member, given up by cancel',
  'notifications/outbox-store.ts': 'whoever calls it',
  'notifications/queue-message.ts': 'the budget of texts',
  'notifications/send-letter-again.ts':
    'staff, three times an hour for each event, and the budget of texts; a test message: admins: connection-send, to their own address or mobile, and the budget of texts',
  'notifications/send-message.ts': 'once for each message in the queue',
  'notifications/write-letters.ts': 'once for each event',
  'waiting/offer-freed-floor.ts': 'once for each wish that is offered something; of refusals, once for each reason',
  'orders/event-store.ts': 'placing again needs cancel',
  'preorders/event-store.ts': 'preorder-edit and preorder-cancel',
  'refunds/event-store.ts': 'once for each step of a refund, which needs a paid order',
  'staff/change-staff.ts': 'admins, once for each change of a colleague',
  'staff/invite-staff.ts': 'staff-invite and staff-invited',
  'staff/reset-factors.ts': 'admins, once for each reset',
  'violations/store.ts': 'once for each point; staff, once for each decision',
}

it('every file that sends messages is listed with its limit', () => {
  const folder = join(import.meta.dirname, 'modules')
  const sending = /\b(queueMessage|sendLetter|addToOutbox|carrier\.carry)\(|'[\w-]+-asked', \{/
  const found = globSync('*/*.ts', { cwd: folder }).filter(
    (path) => !path.includes('.test.') && sending.test(readFileSync(join(folder, path), 'utf8')),
  )
  expect(found.toSorted()).toEqual(Object.keys(senders).toSorted())
})

const messagesTo = async (recipient: string) =>
  (await service.db.selectFrom('messages').select('id').where('recipient', '=', recipient).execute()).length
/** Calls until it is refused, at most `most` times; returns how many went through and the refusal. */
async function until(most: number, call: (n: number) => Promise<Awaited<ReturnType<TestService['call']>>>) {
  for (let n = 0; n < most; n++) {
    const answer = await call(n)
    if (answer.status === 429 || answer.status === 503) return { done: n, answer }
  }
  return { done: most, answer: undefined }
}

describe('a call that sends messages', () => {
  it('B8 accepts five new addresses an hour from one member, and sends five mails to one address from all of them', async () => {
    const member = await service.newMember()
    const change = (as: typeof member, email: string) =>
      service.call('PUT', '/api/AccountMember', { as, body: { email, secret: testSecret } })
    const { done, answer } = await until(9, (n) => change(member, `elsewhere${n}@example.com`))
    expect(done).toBe(5)
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(answer!.headers.get('retry-after'))).toBeGreaterThan(3000)

    const victim = 'victim@example.com'
    for (let n = 0; n < 7; n++) expect((await change(await service.newMember(), victim)).status).toBe(200)
    await service.call('POST', '/api/AccountMember/SendValidation', { body: { email: victim } })
    await service.inbox(victim, 5)
    await expect.poll(() => openJobs('email-change-asked')).toBe(0)
    expect(await messagesTo(victim)).toBe(5)
  })

  it('B2 accepts sixty requests an hour from one IP address', async () => {
    const paths = ['/api/AccountMember/ForgetPKey', '/api/AccountMember/SendValidation']
    const ask = (n: number) => service.call('POST', paths[n % 2]!, { body: { email: `x${n}@example.com` }, from: '192.0.2.60' })
    expect(await until(70, ask)).toMatchObject({ done: 60, answer: { status: 429 } })
  })

  it('B37 accepts twenty cancellations an hour from one member', async () => {
    const member = await service.newMember()
    const placeAndCancel = async () => {
      const orderNo = await placed(service, member, [at(1, 16, 8)])
      return service.call('PUT', '/api/Order', { as: member, body: { orderNo, status: 'cancelled' } })
    }
    expect(await until(25, placeAndCancel)).toMatchObject({ done: 20, answer: { status: 429, body: { code: 'too_many_requests' } } })
  })

  it('B23 B25 accepts thirty edits and twenty cancellations of pre-orders an hour from one community', async () => {
    const club = await service.newMember({ communityName: '勤改社' })
    const lines = [onDays(1, ['2027-01-05'])]
    const orderNo = await submitted(service, club, lines)
    const edit = (n: number) =>
      service.call('PUT', '/api/PreOrder/Community', { as: club, body: { ...preOrderBody(lines, { title: `第 ${n} 次` }), orderNo } })
    expect(await until(35, edit)).toMatchObject({ done: 30, answer: { status: 429 } })
    const other = await service.newMember({ communityName: '勤退社' })
    const submitAndCancel = async () => {
      const no = await submitted(service, other, [onDays(2, ['2027-01-06'])])
      return service.call('POST', '/api/PreOrder/Community/Cancel', { as: other, body: { orderNo: no } })
    }
    expect((await until(25, submitAndCancel)).done).toBe(20)
  })
})

const openJobs = async (name: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from pgboss.job where name = ${name} and state < 'completed'`.execute(service.db))
    .rows[0]!.n

describe('text messages of the whole centre', () => {
  const send = (n: number, path = 'SendSms') =>
    service.call('POST', `/api/AccountMember/${path}`, { body: { mobile: `09660000${String(n).padStart(2, '0')}` }, from: `192.0.8.${n}` })

  it('have an hourly limit, however many are requested at once; the alarm is raised once', async () => {
    await writeSetting(service.db, 'sms', { perCentreHour: 15 }, null, service.clock.now())
    await service.db.deleteFrom('rate_limits').where('key', 'like', 'texts%').execute()
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => send(n)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(12)
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused).toHaveLength(28)
    expect(refused[0]!.body).toMatchObject({ code: 'texts_used_up', title: '目前簡訊發送量過大，暫時無法發送，請稍後再試' })
    expect(refused[0]!.headers.get('retry-after')).toBe('3600')
    await expect.poll(() => alarms.length, { timeout: 8000 }).toBe(1)
    expect(JSON.parse(alarms[0]!)).toMatchObject({ level: 50, alarm: 'text-budget-spent', perHour: 15 })

    const metrics = openMetrics()
    watch(metrics, watchedOf({ ...service, modules }))
    const said = await metrics.registry.metrics()
    expect(said).toMatch(/^texts_this_hour 12$/m)
    expect(said).toMatch(/^texts_hour_limit 15$/m)
  })

  it('are refused alike for a known and an unknown mobile', async () => {
    const member = await service.newMember()
    const ask = (mobile: string) =>
      service.call('POST', '/api/AccountMember/SendSms_ResetPassword', { body: { mobile }, from: '192.0.9.1' })
    const [known, unknown] = [await ask(member.mobile), await ask('0966999999')]
    expect([known.status, known.body.code]).toEqual([503, 'texts_used_up'])
    expect([unknown.status, unknown.body.code]).toEqual([503, 'texts_used_up'])
  })

  it('keep a reserve for the centre’s own messages, and a refusal does not count towards the caller’s limit', async () => {
    const report = { venue1stId: 1, title: '網柱鬆脫', description: '會搖', contactName: '林', contactPhone: '0912345678' }
    await writeSetting(service.db, 'sms', { perCentreHour: 17 }, null, service.clock.now())
    const mobile = '0966000099'
    expect((await send(99)).status).toBe(204)
    const smsCode = /\d{6}/.exec((await service.inbox(mobile))[0]!.body)![0]
    expect((await send(39)).status, 'used up again').toBe(503)
    expect((await service.call('POST', '/api/Repair2', { body: { ...report, mobile, smsCode } })).status).toBe(201)
    expect((await service.inbox(mobile, 2)).map(({ body }) => body).join()).toContain('已收到您的回報')
    service.clock.advance(3_600_000)
    expect((await send(39)).status, 'the next hour').toBe(204)
  })
})
