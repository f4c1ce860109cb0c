import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFileStore, type FileStore } from './storage.ts'

/** An object store as small as can be: it keeps what is put under a path, and notes who asked. */
const objects = new Map<string, Buffer>()
const signatures: string[] = []
const server = createServer(async (request, response) => {
  const path = request.url!.split('?')[0]!
  signatures.push(request.headers.authorization ?? '')
  const known = objects.get(path)
  if (request.method === 'PUT') {
    objects.set(path, await buffer(request))
    response.writeHead(200, { etag: '"1"' }).end()
  } else if (request.method === 'DELETE') {
    objects.delete(path)
    response.writeHead(204).end()
  } else if (known) {
    response.writeHead(200, {
      'content-length': known.length,
      'content-type': 'application/octet-stream',
      etag: '"1"',
      'last-modified': new Date(0).toUTCString(),
    })
    response.end(request.method === 'HEAD' ? undefined : known)
  } else response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
})
const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-store-'))
const stores: Record<string, FileStore> = {}
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stores['disk'] = await openFileStore({ kind: 'disk', dir })
  stores['s3'] = await openFileStore({
    kind: 's3',
    bucket: 'centre',
    region: 'auto',
    endpoint,
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  })
})
afterAll(() => {
  server.close()
  rmSync(dir, { recursive: true, force: true })
})

describe.each(['disk', 's3'])('the file store on %s', (kind) => {
  it('reads what was written, knows its size, and removes it', async () => {
    const store = stores[kind]!
    const id = crypto.randomUUID()
    const bytes = Buffer.from('羽球場的一份文件')
    await store.put(id, Readable.from([bytes]), bytes.length)
    expect(await store.size(id)).toBe(bytes.length)
    expect(await buffer(await store.open(id))).toEqual(bytes)
    await store.remove(id)
    expect(await store.size(id)).toBeUndefined()
    await store.remove(id)
  })
})

it('requests to an object store are signed', () => {
  expect(signatures.length).toBeGreaterThan(0)
  for (const signature of signatures) expect(signature).toMatch(/^AWS4-HMAC-SHA256 Credential=key\//)
})
