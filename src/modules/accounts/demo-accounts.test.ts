import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settleDemoAccounts } from '#process/demo-accounts.ts'
import { openHouse, type House } from '#testing/house.ts'
import { demoAccounts, demoSecret, loadDemo } from '../../../demo/load.ts'
import { people } from '../../../demo/people.ts'
import { admitDemoAccounts } from './admission-store.ts'

let house: House
beforeAll(async () => {
  house = await openHouse({ start: new Date() })
  await loadDemo(house.db, house.files, house.clock.now())
})
afterAll(() => house.close())

const logIn = (emailOrAccount: string, from: string) =>
  house.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount, secret: demoSecret }, from })
const linkIn = (body: string) => /https?:\S+\/resetPKey\/(\S+)/.exec(body)![1]!

it('lets nobody in by what the demo has published once the demo is off, and everybody again when it is on', async () => {
  const own = await house.newMember()
  const [staff, member] = (await Promise.all(['staff', 'member'].map((one, n) => logIn(one, `198.51.100.${n}`)))).map(({ body }) => body)
  const feed = (await house.call('POST', '/api/Calendar/Feed', { as: member })).body.url
  const asks = {
    session: () => house.call('GET', '/api/AccountMember', { as: member }),
    power: () => house.call('GET', '/api/Staff/Community/List', { as: staff }),
    feed: () => house.call('GET', new URL(feed).pathname),
  }
  const statuses = async () => Promise.all([asks.session(), asks.power(), asks.feed()].map(async (one) => (await one).status))
  const forget = () => house.call('POST', '/api/AccountMember/ForgetPKey', { body: { email: 'staff@example.com' } })
  await forget()
  const token = linkIn((await house.inbox('staff@example.com'))[0]!.body)
  expect(await statuses()).toEqual([200, 200, 200])

  expect(await admitDemoAccounts(house.db, false)).toBeGreaterThan(people.length + demoAccounts.length)
  expect(await statuses()).toEqual([401, 401, 404])
  for (const [n, account] of demoAccounts.entries())
    expect((await logIn(account, `198.51.100.1${n}`)).body).toMatchObject({ status: 400, code: 'invalid_credentials' })
  expect((await logIn('staff@example.com', '198.51.100.20')).body.code).toBe('invalid_credentials')
  const reset = await house.call('POST', '/api/AccountMember/ResetPKey', { body: { token, secret: 'violet harbour 88 kites' } })
  expect(reset.body).toMatchObject({ status: 400, code: 'link_invalid' })
  expect((await house.call('GET', '/api/AccountMember', { as: own })).status, 'real members go on').toBe(200)

  expect(await admitDemoAccounts(house.db, true)).toBe(0)
  expect(await statuses()).toEqual([200, 200, 200])
})

it('logs at the start that the database was a demo, once, and not for other databases', async () => {
  const lines: { msg: string; accounts: number }[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  await settleDemoAccounts(house.url, false, log)
  expect(lines).toMatchObject([{ msg: expect.stringContaining('once a demo'), accounts: expect.any(Number) }])
  expect((await logIn('staff', '198.51.100.30')).body.code).toBe('invalid_credentials')
  await settleDemoAccounts(house.url, true, log)
  expect(lines).toHaveLength(1)
})

it('knows the accounts of a demo that is older than the mark, also with another address, and no others', async () => {
  const [up, down] = readFileSync(join(import.meta.dirname, '../../db/migrations/011_account_safety.sql'), 'utf8').split(
    '-- Down Migration',
  )
  const marked = async () =>
    (await house.db.selectFrom('members').select('account').where('demo', '=', true).orderBy('account').execute()).map(
      ({ account }) => account,
    )
  const before = await marked()
  await house.newMember({ account: 'club77', email: 'club77@park.example' })
  await house.db.updateTable('members').set({ email: 'taken@over.example' }).where('account', '=', 'staff').execute()
  // The view reads a column that this migration added; migrating creates it anew.
  await sql`drop view priced_members`.execute(house.db)
  await sql.raw(down!).execute(house.db)
  await sql.raw(up!).execute(house.db)
  expect(await marked()).toEqual(before)
})
