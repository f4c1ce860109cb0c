import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { StartError } from '#lib/start-error.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFileStore } from './storage.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fieldhouse-store-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('the store in a folder', () => {
  const id = '0b9c1f3e-9c5b-4f0e-8d5f-2f6a3a1b7c11'

  it('puts, opens, measures and removes, and is content when there is nothing to remove', async () => {
    const store = await openFileStore({ kind: 'disk', dir: join(dir, 'new', 'folder') })
    await store.put(id, Readable.from([Buffer.from('ab'), Buffer.from('c')]), 3)
    expect(await store.size(id)).toBe(3)
    expect(await buffer(await store.open(id))).toEqual(Buffer.from('abc'))
    expect(await readFile(join(dir, 'new', 'folder', '0b', id), 'utf8')).toBe('abc')
    await store.remove(id)
    await store.remove(id)
    expect(await store.size(id)).toBeUndefined()
    expect(await readdir(join(dir, 'new', 'folder', '0b'))).toEqual([])
  })

  it('says in one sentence that the folder cannot be used', async () => {
    await writeFile(join(dir, 'a-file'), '')
    const opening = openFileStore({ kind: 'disk', dir: join(dir, 'a-file', 'files') })
    await expect(opening).rejects.toThrow(StartError)
    await expect(opening).rejects.toThrow(/cannot be written: check STORAGE_DIR\.$/)
  })
})
