import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { maskRecipient } from './rules.ts'
import type { MessageListAnswer } from './staff-wire.ts'

let service: TestService
let admin: TestMember
let manager: TestMember
beforeAll(async () => {
  service = await openTestService()
  admin = await service.newMember({ role: 'admin' })
  manager = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())

const secret = 'https://centre.example/reset?key=secret'
let made = 0
async function message(more: object = {}): Promise<string> {
  const id = randomUUID()
  const row = {
    id,
    cause: `test:${++made}`,
    channel: 'mail',
    recipient: 'lin@example.com',
    subject: '請確認您的電子郵件',
    body: secret as string | null,
    locale: 'tw',
    state: 'failed',
    tries: 5,
    last_error: 'permanent: 550 no such user',
    created_at: new Date(service.clock.now().getTime() - 60_000),
    ...more,
  }
  await service.db.insertInto('messages').values(row).execute()
  return id
}
const list = async (query: string, as = manager): Promise<MessageListAnswer> =>
  (await service.call('GET', `/api/Staff/Message/List?${query}`, { as })).body
const resend = (id: string) => service.call('POST', '/api/Staff/Message/Resend', { as: manager, body: { id } })
const stateOf = async (id: string) =>
  (await service.db.selectFrom('messages').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

describe('mails and texts, for staff', () => {
  it('are listed with state and reason, without what they say; whole addresses are for administrators', async () => {
    // They would send what is queued.
    await service.jobsDone('resume-messages', 'write-letters')
    const id = await message()
    const text = { last_error: null, channel: 'sms', recipient: '0912345678', subject: null }
    await message({ ...text, state: 'sent', body: null })
    await message({ ...text, state: 'queued' })
    await message({ ...text, state: 'queued', waits_until: service.clock.now() })
    const answer = await service.call('GET', '/api/Staff/Message/List?state=failed', { as: manager })
    expect(answer.text).not.toContain('secret')
    expect(answer.body).toMatchObject({
      total: 1,
      items: [{ id, channel: 'mail', recipient: 'l***@example.com', error: 'permanent: 550 no such user', tries: 5, canResend: true }],
      counts: { failed: 1, sent: 1, queued: 2 },
      texts: { limit: 300, notices: { sent: expect.any(Number), limit: 240 }, waiting: 1 },
    })
    expect((await list('state=failed', admin)).items[0]!.recipient).toBe('lin@example.com')
    expect((await list('channel=sms&state=sent')).items).toMatchObject([{ recipient: '0912***678', canResend: false }])
    expect((await list('recipient=LIN@')).total).toBe(1)
    expect((await list('recipient=%25')).total).toBe(0)
    await service.db.deleteFrom('messages').execute()
  })

  it('are sent again when they have failed, once, with an entry in the audit log', async () => {
    const id = await message({ recipient: admin.email })
    const answers = await Promise.all([resend(id), resend(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const [sent] = await service.inbox(admin.email)
    expect(sent).toMatchObject({ id, body: secret })
    const rows = await service.db.selectFrom('audit_log').selectAll().where('action', '=', 'message.resent').execute()
    expect(rows).toMatchObject([{ subject_id: id, subject_label: maskRecipient(admin.email), member_id: manager.id }])
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  it('are not sent again when they may have arrived, are too old, have no text any more, or do not exist', async () => {
    for (const state of ['sent', 'unsure', 'queued', 'sending'])
      expect((await resend(await message({ state }))).body).toMatchObject({ code: 'message_not_failed', status: 409 })
    const old = await message({ created_at: new Date(service.clock.now().getTime() - 4 * 86_400_000) })
    const empty = await message({ body: null })
    for (const id of [old, empty]) expect((await resend(id)).body).toMatchObject({ code: 'message_too_old', status: 409 })
    expect((await list('state=failed')).items.map(({ canResend }) => canResend)).not.toContain(true)
    expect((await resend(randomUUID())).status).toBe(404)
    expect([await stateOf(old), await stateOf(empty)]).toEqual(['failed', 'failed'])
  })

  it('count in the hour’s budget again when they are texts', async () => {
    const before = (await list('')).texts.sent
    const id = await message({ channel: 'sms', recipient: '0912345678', subject: null })
    expect((await resend(id)).status).toBe(204)
    expect((await list('')).texts.sent).toBe(before + 1)
    const next = await message({ channel: 'sms', recipient: '0912345678', subject: null })
    await service.db.updateTable('rate_limits').set({ count: 1000 }).where('key', '=', 'texts').execute()
    expect((await resend(next)).body).toMatchObject({ code: 'text_budget_spent', status: 429 })
    expect(await stateOf(next)).toBe('failed')
  })
})
