import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runOf } from '#lib/running.ts'
import { refusedStart, startServer, type ServerProcess } from '#testing/server-process.ts'
import { demoAccounts, demoSecret } from '../../demo/accounts.ts'

// Vite prepares the packages when it has never done so before.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let dir: string
let server: ServerProcess
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), `fieldhouse-test-${process.pid}-`))
  server = await startServer({ DATA_DIR: dir, DEMO: '1' }, 'process/dev.ts')
})
afterAll(async () => {
  await server?.stop('SIGTERM')
  rmSync(dir, { recursive: true, force: true })
})

describe('npm run dev', () => {
  it('renders a page, and serves the module that hydrates it', async () => {
    const page = await fetch(`${server.url}/login`)
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('name="emailOrAccount"')
    const entry = /<script[^>]*type="module"[^>]*src="([^"]+)"/.exec(html)?.[1] ?? 'none'
    const module = await fetch(new URL(entry, server.url))
    expect([module.status, module.headers.get('content-type')]).toEqual([200, 'text/javascript'])
  })

  it('sends the messages of a page in one module', async () => {
    const messages = await (await fetch(`${server.url}/src/i18n/generated/messages.js`)).text()
    expect(messages).toContain('export const login_title')
    expect(messages.match(/^import /gm)?.length ?? 0).toBeLessThan(5)
  })

  it('answers the API, and opens the demo centre', async () => {
    expect(await (await fetch(`${server.url}/api/SystemSetting`)).json()).toMatchObject({ siteAccess: 'wired' })
    const login = await fetch(`${server.url}/api/AccountMember/Login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ emailOrAccount: demoAccounts[0], secret: demoSecret }),
    })
    expect(login.status).toBe(200)
  })

  it('says in one sentence why it cannot start', async () => {
    const other = join(dir, 'other')
    const { port } = new URL(server.url)
    const refused = await Promise.all([
      refusedStart({ DATA_DIR: other, PORT: 'many' }, 'process/dev.ts'),
      refusedStart({ DATA_DIR: dir }, 'process/dev.ts'),
      refusedStart({ DATA_DIR: other, PORT: port }, 'process/dev.ts'),
    ])
    expect(refused).toEqual([
      { code: 1, stderr: expect.stringMatching(/^The setting PORT cannot be used: [^\n]+\n$/) },
      { code: 1, stderr: expect.stringMatching(/^The data folder [^\n]+ is in use by another Fieldhouse [^\n]+\n$/) },
      { code: 1, stderr: expect.stringMatching(/^Port \d+ is in use by another program[^\n]+\n$/) },
    ])
  })

  it('ends when it is interrupted, and leaves nothing running', async () => {
    const database = Number(readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    expect(await server.stop('SIGINT')).toBe(0)
    expect([runOf(database), existsSync(join(dir, 'fieldhouse.lock'))]).toEqual([undefined, false])
  })
})
