import pg from 'pg'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded, type Embedded } from '#db/embedded.ts'
import { backUp, backupName, deleteOldBackups } from './back-up.ts'
import { connectionOf } from './pg-tools.ts'
import { restore } from './restore.ts'

const root = mkdtempSync(join(tmpdir(), 'fieldhouse-backup-'))
const at = new Date('2026-11-15T03:30:00+08:00')
const placeAt = (name: string) => {
  const dataDir = join(root, name)
  return { dataDir, databaseUrl: undefined, storage: { kind: 'disk' as const, dir: join(dataDir, 'files') } }
}
const centre = placeAt('centre')
const folder = join(root, 'backups', backupName(at))
let embedded: Embedded
const ask = async (url: string, text: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows[0]?.answer
}

beforeAll(async () => {
  mkdirSync(join(centre.storage.dir, 'ab'), { recursive: true })
  writeFileSync(join(centre.storage.dir, 'ab', 'proof'), 'a picture')
  embedded = await startEmbedded({ dir: centre.dataDir, durable: false })
  await ask(embedded.url, `create table bookings (id integer primary key, about text default repeat('x', 500))`)
  await ask(embedded.url, 'insert into bookings select generate_series(1, 20000)')
}, 60_000)
afterAll(async () => {
  await embedded.stop()
  rmSync(root, { recursive: true, force: true })
})

describe('a backup', () => {
  it('is made while rows are written, and comes back whole in an empty folder', { timeout: 60_000 }, async () => {
    // Whatever was written before the backup began is in it; each later row comes with all rows before it.
    const backedUp = new AbortController()
    const writing = (async () => {
      for (let id = 20_001; !backedUp.signal.aborted; id++) await ask(embedded.url, `insert into bookings values (${id})`)
    })()
    const about = await backUp(centre, embedded.url, folder, at)
    backedUp.abort()
    await writing
    expect(about).toMatchObject({ at: at.toISOString(), database: { kind: 'cluster' }, files: { count: 1, bytes: 9 } })
    expect(readdirSync(join(root, 'backups'))).toEqual(['fieldhouse-2026-11-15-0330'])
    expect(statSync(folder).mode & 0o777).toBe(0o700)

    const again = placeAt('again')
    mkdirSync(again.dataDir)
    expect(await restore(again, folder)).toEqual(about)
    const restored = await startEmbedded({ dir: again.dataDir, durable: false })
    try {
      const count = await ask(restored.url, 'select count(*)::integer as answer from bookings')
      expect(count).toBeGreaterThanOrEqual(20_000)
      expect(await ask(restored.url, 'select max(id) as answer from bookings')).toBe(count)
      expect(await ask(restored.url, `select sum(length(about))::integer as answer from bookings`)).toBe(count * 500)
      await ask(restored.url, 'insert into bookings values (0)')
    } finally {
      await restored.stop()
    }
    expect(readFileSync(join(again.storage.dir, 'ab', 'proof'), 'utf8')).toBe('a picture')
  })

  it('is never written over something, and never brought back over something', async () => {
    await expect(backUp(centre, embedded.url, folder, at)).rejects.toThrow('There is something at')
    await expect(restore(centre, folder)).rejects.toThrow('There is a database in')
    expect(readdirSync(join(root, 'backups'))).toEqual(['fieldhouse-2026-11-15-0330'])
    const strange = placeAt('strange')
    mkdirSync(strange.storage.dir, { recursive: true })
    writeFileSync(join(strange.storage.dir, 'somebody else’s'), '')
    await expect(restore(strange, folder)).rejects.toThrow('is not empty')
  })

  it('that is damaged, or none, is refused before anything is written', async () => {
    const damaged = join(root, 'damaged')
    mkdirSync(damaged)
    await expect(restore(placeAt('empty'), damaged)).rejects.toThrow('There is no backup in')
    for (const name of ['about.json', 'postgres-password']) writeFileSync(join(damaged, name), readFileSync(join(folder, name)))
    const archive = readFileSync(join(folder, 'database.tar.gz'))
    archive[archive.length >> 1]! ^= 1
    writeFileSync(join(damaged, 'database.tar.gz'), archive)
    await expect(restore(placeAt('empty'), damaged)).rejects.toThrow('database.tar.gz is not as it was written')
    writeFileSync(join(damaged, 'about.json'), '{"format":"fieldhouse-backup","version":2}')
    await expect(restore(placeAt('empty'), damaged)).rejects.toThrow('another version')
    expect(existsSync(placeAt('empty').dataDir)).toBe(false)
  })

  it('of the embedded database does not go into another server', async () => {
    await expect(restore({ ...placeAt('empty'), databaseUrl: 'postgres://db/centre' }, folder)).rejects.toThrow('unset DATABASE_URL')
  })
})

describe('old backups', () => {
  it('are deleted but for the newest, and nothing else is', async () => {
    const dir = join(root, 'kept')
    const names = [
      'fieldhouse-2026-11-13-0330',
      'fieldhouse-2026-11-14-0330',
      'fieldhouse-2026-11-15-0330',
      'photos',
      'fieldhouse-before-upgrade',
    ]
    for (const name of names) mkdirSync(join(dir, name), { recursive: true })
    expect(await deleteOldBackups(dir, 2)).toBe(1)
    expect(readdirSync(dir).toSorted()).toEqual(names.slice(1).toSorted())
  })
})

it('gives PostgreSQL’s programs the address by their environment', () => {
  expect(connectionOf('postgres://us%40er:pa%3Ass@db.example:6432/centre?sslmode=require')).toEqual({
    PGHOST: 'db.example',
    PGPORT: '6432',
    PGUSER: 'us@er',
    PGPASSWORD: 'pa:ss',
    PGDATABASE: 'centre',
    PGSSLMODE: 'require',
  })
})
