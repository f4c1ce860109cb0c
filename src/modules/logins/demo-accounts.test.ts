import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settleDemoAccounts } from '#process/announce.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { demoAccounts, demoSecret } from '../../../demo/accounts.ts'
import { loadDemo } from '../../../demo/load.ts'
import { people } from '../../../demo/people.ts'
import { admitDemoAccounts } from '#modules/accounts/admission-store.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ start: new Date() })
  await loadDemo(service.db, service.files, service.clock.now())
})
afterAll(() => service.close())

const logIn = (emailOrAccount: string, from: string) =>
  service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount, secret: demoSecret }, from })
const linkIn = (body: string) => /https?:\S+\/resetPKey\/(\S+)/.exec(body)![1]!

it('lets nobody in by what the demo has published once the demo is off, and everybody again when it is on', async () => {
  const own = await service.newMember()
  const [staff, member] = (await Promise.all(['staff', 'member'].map((one, n) => logIn(one, `198.51.100.${n}`)))).map(({ body }) => body)
  const feed = (await service.call('POST', '/api/Calendar/Feed', { as: member })).body.url
  const asks = {
    session: () => service.call('GET', '/api/AccountMember', { as: member }),
    power: () => service.call('GET', '/api/Staff/Community/List', { as: staff }),
    feed: () => service.call('GET', new URL(feed).pathname),
  }
  const statuses = async () => Promise.all([asks.session(), asks.power(), asks.feed()].map(async (one) => (await one).status))
  const forget = () => service.call('POST', '/api/AccountMember/ForgetPKey', { body: { email: 'staff@example.com' } })
  await forget()
  const token = linkIn((await service.inbox('staff@example.com'))[0]!.body)
  expect(await statuses()).toEqual([200, 200, 200])

  expect(await admitDemoAccounts(service.db, false)).toBeGreaterThan(people.length + demoAccounts.length)
  expect(await statuses()).toEqual([401, 401, 404])
  for (const [n, account] of demoAccounts.entries())
    expect((await logIn(account, `198.51.100.1${n}`)).body).toMatchObject({ status: 400, code: 'invalid_credentials' })
  expect((await logIn('staff@example.com', '198.51.100.20')).body.code).toBe('invalid_credentials')
  const reset = await service.call('POST', '/api/AccountMember/ResetPKey', { body: { token, secret: 'violet harbour 88 kites' } })
  expect(reset.body).toMatchObject({ status: 400, code: 'link_invalid' })
  expect((await service.call('GET', '/api/AccountMember', { as: own })).status, 'real members go on').toBe(200)

  expect(await admitDemoAccounts(service.db, true)).toBe(0)
  expect(await statuses()).toEqual([200, 200, 200])
})

it('logs at the start that the database was a demo, once, and not for other databases', async () => {
  const lines: { msg: string; accounts: number }[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  await settleDemoAccounts(service.url, false, log)
  expect(lines).toMatchObject([{ msg: expect.stringContaining('once a demo'), accounts: expect.any(Number) }])
  expect((await logIn('staff', '198.51.100.30')).body.code).toBe('invalid_credentials')
  await settleDemoAccounts(service.url, true, log)
  expect(lines).toHaveLength(1)
})

it('knows the accounts of a demo that is older than the mark, also with another address, and no others', async () => {
  const [up, down] = readFileSync(join(import.meta.dirname, '../../db/migrations/011_account_safety.sql'), 'utf8').split(
    '-- Down Migration',
  )
  const marked = async () =>
    (await service.db.selectFrom('members').select('account').where('demo', '=', true).orderBy('account').execute()).map(
      ({ account }) => account,
    )
  const before = await marked()
  await service.newMember({ account: 'club77', email: 'club77@park.example' })
  await service.db.updateTable('members').set({ email: 'taken@over.example' }).where('account', '=', 'staff').execute()
  // The view reads a column that this migration added; migrating creates it anew.
  await sql`drop view priced_members`.execute(service.db)
  await sql.raw(down!).execute(service.db)
  await sql.raw(up!).execute(service.db)
  expect(await marked()).toEqual(before)
})
