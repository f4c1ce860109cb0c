import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { staffCommand } from './staff-command.ts'

// One test starts a process.
vi.setConfig({ testTimeout: 60_000 })

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

const run = async (name: string, ...args: string[]) =>
  staffCommand(name)({ db: service.db, publicUrl: 'http://courts.example', args, now: service.clock.now() })
const link = /^http:\/\/courts\.example\/staff\/join\?key=([\w-]{32})$/m
const accept = (text: string) =>
  service.call('POST', '/api/StaffInvitation/Accept', {
    body: { key: link.exec(text)![1], name: '站長', secret: 'quiet otters row upstream' },
  })

describe('npm run staff', () => {
  it('invites an admin, lists them, and does not demote the only one', async () => {
    expect(await run('list')).toEqual(['Nobody runs this centre yet.'])
    const joined = await accept((await run('invite', 'boss@example.com', 'admin')).join('\n'))
    expect(joined).toMatchObject({ status: 200, body: { session: { user: { roles: ['admin'] } } } })
    expect(await run('list')).toEqual(['admin\tboss@example.com\t站長'])
    await expect(run('invite', 'boss@example.com', 'desk')).rejects.toThrow(/^boss@example\.com is the only administrator: /)
  })

  it('invites with several roles, and lists them', async () => {
    expect((await run('invite', 'all@example.com', 'editor,desk', 'finance'))[0]).toContain('(desk, finance, editor)')
    expect(await run('list')).toContainEqual(expect.stringMatching(/^desk, finance, editor\tall@example\.com\tinvited, until /))
  })

  it('gives an account back, and removes a second factor', async () => {
    const lost = await service.newMember({ role: 'desk' })
    expect((await run('invite', lost.email, 'manager'))[0]).toContain('chooses a new password and a new second factor')
    await service.db
      .insertInto('authenticators')
      .values({ member_id: lost.id, sealed_secret: Buffer.from('x'), created_at: new Date() })
      .execute()
    expect(await run('reset-factors', lost.email)).toEqual([expect.stringContaining('sets up a new second factor')])
    expect(await service.db.selectFrom('authenticators').select('member_id').execute()).toEqual([])
    const log = await service.db.selectFrom('audit_log').select(['call', 'action']).orderBy('id', 'desc').executeTakeFirst()
    expect(log).toEqual({ call: 'npm run staff -- reset-factors', action: 'staff.factors_reset' })
  })

  it.each([
    [['invite', 'nobody', 'admin'], /^"nobody" is no email address\./],
    [['invite', 'boss@example.com'], /^"" is no role: /],
    [
      ['invite', 'boss@example.com', 'desk', 'king'],
      /^"king" is no role: choose one or several of admin, manager, desk, finance, editor\.$/,
    ],
    [['reset-factors', 'stranger@example.com'], /^stranger@example\.com is not the address of anybody on the staff/],
    [['toString'], /^Usage: npm run staff -- invite EMAIL ROLE/],
  ] as [[string, ...string[]], RegExp][])('says in a sentence why %j does nothing', async (asked, sentence) => {
    await expect(run(...asked)).rejects.toThrow(sentence)
  })

  it('works as a command beside the running service', async () => {
    const script = join(import.meta.dirname, '../../scripts/staff.ts')
    const env = { PATH: process.env.PATH, DATABASE_URL: service.url, PUBLIC_URL: 'http://courts.example' }
    const { stdout } = await promisify(execFile)(process.execPath, [script, 'invite', 'colleague@example.com', 'desk'], { env })
    expect(await accept(stdout)).toMatchObject({ status: 200, body: { session: { user: { roles: ['desk'] } } } })
  })
})
