import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestService, type TestService } from '#testing/test-service.ts'

// Each command is a process.
vi.setConfig({ testTimeout: 60_000 })

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

const script = join(import.meta.dirname, 'staff.ts')

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env.PATH, DATABASE_URL: service.url, PUBLIC_URL: 'http://courts.example' }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

describe('npm run staff', () => {
  it('invites while the service runs: the link makes an admin', async () => {
    const { code, out } = await run('invite', 'boss@example.com', 'admin')
    expect(code).toBe(0)
    const key = /^http:\/\/courts\.example\/staff\/join\?key=([\w-]{32})$/m.exec(out)![1]
    const body = { key, name: '站長', secret: 'quiet otters row upstream' }
    const joined = await service.call('POST', '/api/StaffInvitation/Accept', { body })
    expect(joined).toMatchObject({ status: 200, body: { session: { user: { role: 'admin' } } } })

    const listed = await run('list')
    expect(listed.out).toBe('admin\tboss@example.com\t站長\n')
    const demoted = await run('invite', 'boss@example.com', 'desk')
    expect(demoted).toMatchObject({ code: 1, err: expect.stringMatching(/^boss@example\.com is the only administrator: /) })
    const reset = await run('reset-factors', 'boss@example.com')
    expect(reset).toMatchObject({ code: 0, out: expect.stringContaining('sets up a new second factor') })
  })

  it.each([
    [['invite', 'nobody', 'admin'], /^"nobody" is no email address\./],
    [['invite', 'boss@example.com', 'king'], /^"king" is no role: choose one of admin, manager, desk, finance, editor\./],
    [['reset-factors', 'stranger@example.com'], /^stranger@example\.com is not the address of anybody on the staff/],
    [['toString'], /^Usage: npm run staff -- invite EMAIL ROLE/],
  ])('says in a sentence why %j does nothing', async (args, sentence) => {
    expect(await run(...args)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(sentence) })
  })
})
