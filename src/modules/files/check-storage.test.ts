import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { deadPort, startHttpStandIn } from '#testing/http-stand-in.ts'
import { checkStorage } from './check-storage.ts'

const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-storage-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const codes = async (config: Parameters<typeof checkStorage>[0]) => (await checkStorage(config)).map(({ code }) => code)
const s3 = (endpoint: string) => ({
  kind: 's3' as const,
  bucket: 'centre',
  region: 'auto',
  endpoint,
  accessKeyId: 'someone',
  secretAccessKey: 'secret',
})

describe('the check of storage', () => {
  it('writes, reads and deletes, and leaves nothing behind', async () => {
    expect(await codes({ kind: 'disk', dir })).toEqual(['storage_works'])
    const left = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(left).toEqual([])
  })

  it('makes no folder that is not there yet', async () => {
    const missing = join(dir, 'not', 'yet')
    expect(await codes({ kind: 'disk', dir: missing })).toEqual(['storage_to_be_made'])
    expect(existsSync(join(dir, 'not'))).toBe(false)
  })

  it('says that a folder cannot be written', async () => {
    const file = join(dir, 'file')
    writeFileSync(file, '')
    chmodSync(file, 0o600)
    expect(await codes({ kind: 'disk', dir: join(file, 'below') })).toEqual(['storage_not_writable'])
  })

  it('tells what a bucket’s server refuses', async () => {
    const fault = (code: string, status: number) => ({
      status,
      body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`,
    })
    const server = await startHttpStandIn(() => fault('NoSuchBucket', 404))
    expect(await codes(s3(server.url))).toEqual(['storage_no_bucket'])
    server.answer = () => fault('SignatureDoesNotMatch', 403)
    const findings = await checkStorage(s3(server.url))
    expect(findings).toMatchObject([{ code: 'keys_refused' }])
    expect(JSON.stringify(findings)).not.toContain('"secret"')
    await server.close()
    expect(await codes(s3(`http://127.0.0.1:${await deadPort()}`))).toEqual(['refused'])
  })
})
