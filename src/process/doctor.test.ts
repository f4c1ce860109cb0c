import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterAll, describe, expect, it } from 'vitest'
import { emptyDatabase, freshDatabase } from '#testing/postgres.ts'
import { examine } from './checks/examine.ts'
import { startServer } from '#testing/server-process.ts'
import { deadPort, startHttpStandIn } from '#testing/http-stand-in.ts'
import { startSmtpStandIn } from '#testing/smtp-stand-in.ts'

const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-doctor-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const settingsOf = (env: Record<string, string>) => ({ DATA_DIR: join(dir, 'data'), ...env })

async function doctor(env: Record<string, string>, ...args: string[]): Promise<{ code: number; text: string }> {
  const { report, exitCode } = await examine(settingsOf(env), args)
  return { code: exitCode, text: report }
}

/** A program of this folder as a process, with these settings and nothing else. */
async function run(file: string, env: Record<string, string>): Promise<{ code: number; text: string }> {
  const machine = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], { env: { ...machine, ...settingsOf(env) }, cwd: '/' })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, text }
}

describe('npm run doctor', () => {
  it('says in words that all is well with a running service and its embedded database, and exits with 0; starts no database that is stopped', async () => {
    const [smtp, texts] = await Promise.all([startSmtpStandIn(), startHttpStandIn(() => ({ status: 200, body: 'AccountPoint=500' }))])
    const port = String(await deadPort())
    const settings = {
      DEMO: '0',
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: join(dir, 'embedded'),
      SMTP_URL: smtp.url.replace('smtp://', 'smtp://someone:mailsecret@'),
      MAIL_FROM: 'no-reply@sports.tw',
      SMS_PROVIDER: 'mitake',
      SMS_URL: texts.url,
      SMS_USERNAME: 'someone',
      SMS_PASSWORD: 'textsecret',
    }
    const server = await startServer(settings)
    const { code, text } = await doctor(settings)
    await server.stop()
    const before = readdirSync(settings.DATA_DIR)
    const stopped = await doctor(settings)
    await Promise.all([smtp.close(), texts.close()])
    expect(text).toMatch(/ok +Database +The embedded PostgreSQL is used; another process runs it/)
    expect(text).toMatch(/ok +Database +Reached PostgreSQL 1\d\.\d+/)
    expect(text).toContain('Tables and functions are up to date')
    expect(text).toMatch(/ok +Email +Reached/)
    expect(text).toMatch(/ok +Texts +Reached/)
    expect(text).toMatch(/ok +Address +Requests reach the service directly/)
    expect(text).toMatch(/ok +Clock/)
    expect(text).toMatch(/warning +Centre +There is no admin yet/)
    expect(text).toMatch(/warning +Payment/)
    expect(text).not.toMatch(/^wrong/m)
    for (const secret of ['mailsecret', 'textsecret']) expect(text).not.toContain(secret)
    expect(code).toBe(0)
    expect(smtp.letters).toEqual([])
    expect(stopped.text).toMatch(/warning +Database +The embedded PostgreSQL is not running/)
    expect(readdirSync(settings.DATA_DIR)).toEqual(before)
  }, 60_000)

  it('exits with 1 when something is wrong, says what to set, and goes on with the rest; in Chinese where the machine is', async () => {
    const dead = await deadPort()
    const settings = { DEMO: '0', DATABASE_URL: `postgres://user:dbsecret@127.0.0.1:${dead}/x`, SMTP_URL: `smtp://127.0.0.1:${dead}` }
    const { code, text } = await doctor({ ...settings, LANG: 'zh_TW.UTF-8' })
    expect(code).toBe(1)
    expect(text).toMatch(/有誤 +資料庫 .*拒絕連線/)
    expect(text).toContain('DATABASE_URL')
    expect(text).toMatch(/有誤 +郵件/)
    expect(text).not.toContain('dbsecret')
  })

  it('changes nothing: an empty database stays empty, and no folder appears', async () => {
    const database = await emptyDatabase()
    const { text } = await doctor({ DEMO: '0', DATABASE_URL: database.url })
    expect(text).toContain('The database is empty')
    expect((await doctor({ DEMO: '0', DATABASE_URL: database.url })).text).toContain('The database is empty')
    await database.drop()
    expect(existsSync(join(dir, 'data'))).toBe(false)
  })

  it('finds nothing wrong before the first start: an empty database, no folder, and an address at which nothing of ours answers yet', async () => {
    const [database, migrated] = await Promise.all([emptyDatabase(), freshDatabase()])
    const proxy = await startHttpStandIn(() => ({ status: 502, body: 'Bad Gateway' }))
    const settings = { DEMO: '0', DATABASE_URL: database.url, DATA_DIR: join(dir, 'before') }
    for (const PUBLIC_URL of ['https://sports.invalid', proxy.url]) {
      const { text } = await doctor({ ...settings, PUBLIC_URL, TRUST_PROXY: '1' })
      expect(text).toMatch(/warning +Address +Nothing of this service answers at .* yet/)
      const wrong = text.split('\n').filter((line) => line.startsWith('wrong'))
      expect(wrong, 'the PostgreSQL of the tests trades safety for speed').toEqual([expect.stringContaining('fsync')])
    }
    const later = { ...settings, DATABASE_URL: migrated.url }
    const stopped = await doctor({ ...later, PUBLIC_URL: proxy.url })
    expect(stopped.text, 'a proxy in front of a stopped service').toMatch(/warning +Address +The proxy at .*HTTP 502/)
    expect((await doctor({ ...later, PUBLIC_URL: 'https://sports.invalid', TRUST_PROXY: '1' })).text).toMatch(/^wrong +Address/m)
    await Promise.all([database.drop(), migrated.drop(), proxy.close()])
  }, 60_000)

  it('says a mistyped setting and those like it, never its value; the start says it too', async () => {
    const { code, text } = await doctor({ DEMO: '0', SMTP_URI: 'smtp://someone:mailsecret@mail.sports.tw' })
    expect(text).toMatch(/warning +Settings +SMTP_URI is not a setting/)
    expect(text).toContain('SMTP_URL')
    expect(text).not.toContain('mailsecret')
    expect(code).toBe(0)
    const refused = await doctor({ SMS_PROVIDER: 'mitake', SMS_USERNAME: 'x', SMS_PASWORD: 'textsecret' })
    expect(refused.text).toMatch(/SMS_PASWORD is not a setting[^]*SMS_PASSWORD is missing/)
    const start = await run('../server.ts', { SMS_PROVIDER: 'mitake', SMS_USERNAME: 'x', SMS_PASWORD: 'textsecret' })
    expect(start.text).toMatch(/SMS_PASWORD is not a setting[^]*SMS_PASSWORD[^]*SMS_PASSWORD is missing/)
    expect(refused.text + start.text).not.toContain('textsecret')
  })

  it('says which setting cannot be used, and with --strict a warning counts', async () => {
    const wrong = await run('doctor.ts', { WORKERS: 'many' })
    expect([wrong.code, wrong.text]).toEqual([1, expect.stringContaining('WORKERS')])
    const settings = { DATA_DIR: join(dir, 'nowhere'), PUBLIC_URL: `http://127.0.0.1:${await deadPort()}` }
    expect((await doctor(settings)).code).toBe(0)
    expect((await doctor(settings, '--strict')).code).toBe(1)
  })
})
