import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { queues } from '#db/job-queues.ts'
import { openTestService, testSecret, type TestService } from '#testing/test-service.ts'

/** Records the statements of a call, and of nothing else that runs meanwhile. */
const recorded = new AsyncLocalStorage<string[]>()
const original = pg.Client.prototype.query as unknown as (...args: unknown[]) => unknown
const textOf = (asked: unknown) => (typeof asked === 'string' ? asked : (asked as { text: string }).text)

let service: TestService
beforeAll(async () => {
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function record(this: pg.Client, ...args: unknown[]) {
    recorded.getStore()?.push(textOf(args[0]))
    return original.apply(this, args) as never
  })
  service = await openTestService()
})
afterAll(async () => {
  await service.close()
  vi.restoreAllMocks()
})

let callers = 0
/** What a caller sees, and what the database was asked before the answer. */
async function ask(path: string, body: object) {
  const statements: string[] = []
  const { status, text } = await recorded.run(statements, () =>
    service.call('POST', `/api/AccountMember/${path}`, { body, from: `198.51.100.${++callers}` }),
  )
  return { status, text, statements }
}

describe('the same statements before the answer, whether or not there is an account', () => {
  it.each([
    ['ForgetPKey', (member: { email: string }) => ({ email: member.email }), { email: 'no-such-person@example.com' }],
    ['SendValidation', (member: { email: string }) => ({ email: member.email }), { email: 'no-such-person@example.com' }],
    ['SendSms_ResetPassword', (member: { mobile: string }) => ({ mobile: member.mobile }), { mobile: '0999000111' }],
  ] as const)('%s', async (path, ofMember, ofNobody) => {
    // The first call of a kind starts its worker, which would be recorded from then on.
    await service.call('POST', `/api/AccountMember/${path}`, { body: ofMember(await service.newMember()), from: `198.51.100.${++callers}` })
    const known = await ask(path, ofMember(await service.newMember()))
    const unknown = await ask(path, ofNobody)
    expect(known.statements.length).toBeGreaterThan(3)
    expect(unknown).toEqual(known)
    // What is found by the job begins by the worker's own clock, not with the commit.
    expect(known.statements.join(';')).not.toContain('pg_notify')
  })

  it('Login with a wrong secret', async () => {
    const { email } = await service.newMember()
    const unconfirmed = await service.newMember({ confirmed: false })
    const withoutSecret = await service.newMember()
    await service.db.updateTable('members').set({ secret_hash: null }).where('id', '=', withoutSecret.id).execute()
    const wrong = (emailOrAccount: string) => ask('Login', { emailOrAccount, secret: 'not the secret at all' })
    await wrong('somebody-before@example.com')
    const known = await wrong(email)
    expect(known.status).toBe(400)
    for (const other of [unconfirmed.email, unconfirmed.account, withoutSecret.email, 'no-such-person@example.com'])
      expect(await wrong(other)).toEqual(known)
  })

  it('guessing a reset code counts in a row of its own for a mobile that nobody has, too', async () => {
    const { mobile } = await service.newMember()
    for (const asked of [mobile, '0999000222']) await ask('SendSms_ResetPassword', { mobile: asked })
    await service.jobsDone('reset-code-asked')
    const guess = (of: string) => ask('ResetPKey', { mobile: of, smsCode: '000000', secret: testSecret })
    const [known, unknown] = [await guess(mobile), await guess('0999000222')]
    expect(unknown).toEqual(known)
    const counted = await service.db
      .selectFrom('sms_codes')
      .select('wrong_by_others')
      .where('mobile', 'in', [mobile, '0999000222'])
      .execute()
    expect(counted).toEqual([{ wrong_by_others: 1 }, { wrong_by_others: 1 }])
    expect(await service.db.selectFrom('messages').select('id').where('recipient', '=', '0999000222').execute()).toEqual([])
  })
})

it('no queue whose work depends on an account wakes its worker', () => {
  const asked = Object.entries(queues).filter(([name]) => name.endsWith('-asked'))
  expect(asked.map(([name, rules]) => [name, 'notify' in rules && rules.notify])).toEqual([
    ['confirmation-asked', false],
    ['email-change-asked', false],
    ['reset-link-asked', false],
    ['reset-code-asked', false],
  ])
})
