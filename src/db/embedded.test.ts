import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runOf } from '#lib/running.ts'
import { StartError } from '#lib/start-error.ts'
import { supervise } from './embedded-supervisor.ts'
import { startEmbedded, type Embedded } from './embedded.ts'

const isRoot = process.getuid?.() === 0
const script = (dir: string) => `
  import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
  const postgres = await startEmbedded({ dir: ${JSON.stringify(dir)}, durable: false })
`
const runScript = ['--input-type=module-typescript', '--eval']

let dir: string
const running: Embedded[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), `fieldhouse-test-${process.pid}-`))
})
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function start(): Promise<Embedded> {
  const postgres = await startEmbedded({ dir, durable: false })
  running.push(postgres)
  return postgres
}

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

const postmaster = () => Number(readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

describe('the embedded PostgreSQL', () => {
  it('keeps its data, speaks through a private socket only, and leaves nothing running', async () => {
    const first = await start()
    await ask(first.url, `create table notes as select '青禾' as word`)
    expect(await ask(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    expect(statSync(join(dir, 'postgres-password')).mode & 0o777).toBe(0o600)
    const wrong = new URL(first.url)
    wrong.password = 'guess'
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
    const pid = postmaster()
    const sockets = decodeURIComponent(wrong.hostname)
    await first.stop()
    expect([runOf(pid), existsSync(sockets)]).toEqual([undefined, false])

    const second = await start()
    expect(await ask(second.url, 'select word from notes')).toEqual([{ word: '青禾' }])
    await ask(second.url, 'create extension btree_gist')
  })

  it('stops the one that a killed process left behind before it starts anew', async () => {
    const child = spawn(process.execPath, [...runScript, `${script(dir)}; process.stdout.write('up'); setInterval(() => {}, 1000)`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    const orphan = postmaster()
    const sockets = readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(runOf(orphan)).toBeDefined()

    const postgres = await start()
    expect(await ask(postgres.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
    expect([runOf(orphan), existsSync(sockets)]).toEqual([undefined, false])
  })

  it('is started again at the same address when it is killed', async () => {
    const postgres = await start()
    await ask(postgres.url, `create table notes as select '青禾' as word`)
    await ask(postgres.url, 'checkpoint')
    const killed = postmaster()
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => ask(postgres.url, 'select word from notes').catch(() => []), { timeout: 15_000 }).toEqual([{ word: '青禾' }])
    expect(postmaster()).not.toBe(killed)
    await postgres.stop()
    expect(existsSync(join(dir, 'postgres/postmaster.pid'))).toBe(false)
  })

  it('says why when it cannot be started again', async () => {
    const server = () => spawn('sleep', ['60'], { stdio: 'ignore' })
    let started: ReturnType<typeof server> | undefined
    const supervised = await supervise(
      async () => {
        if (started) throw new StartError('The disk is full.')
        return (started = server())
      },
      { giveUpAfter: 100, pause: 10 },
    )
    started!.kill('SIGKILL')
    await expect(supervised.lost).rejects.toThrow('The embedded PostgreSQL has ended, and could not be started again: The disk is full.')
    await supervised.stop()
  })

  it('does not touch a stranger that has the number of our last PostgreSQL', async () => {
    const first = await start()
    await first.stop()
    writeFileSync(join(dir, 'postgres/postmaster.pid'), `${process.pid}\n${dir}/postgres\n0\n5432\n/nowhere\n\n`)
    if (isRoot) chownSync(join(dir, 'postgres/postmaster.pid'), statSync(join(dir, 'postgres')).uid, statSync(join(dir, 'postgres')).gid)
    expect(await ask((await start()).url, 'select 1 as alive')).toEqual([{ alive: 1 }])
  })

  it.runIf(isRoot)('started by root, gives only its own folder to the user it runs as', async () => {
    chmodSync(dir, 0o755)
    await start()
    const owners = Object.fromEntries(readdirSync(dir).map((name) => [name, statSync(join(dir, name)).uid === 0]))
    expect(owners).toEqual({ postgres: false, 'postgres-password': true, 'postgres.log': true })
  })

  it.runIf(isRoot)('started by root where only root may enter and without a way in, says so in one sentence', () => {
    chmodSync(dir, 0o700)
    const attempt = () => execFileSync(process.execPath, [...runScript, script(dir)], { env: { PATH: '/nowhere' }, stdio: 'pipe' })
    expect(attempt).toThrow('its own user cannot reach')
  })
})
