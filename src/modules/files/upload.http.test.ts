import { request as httpRequest } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { samplePdf } from '#testing/sample-files.ts'
import { serve, type ServerType } from '@hono/node-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formWith, openFilesFixture, type FilesFixture } from '#testing/files-fixture.ts'

let fixture: FilesFixture
let server: ServerType
let port: number
beforeAll(async () => {
  fixture = await openFilesFixture()
  fixture.session = await fixture.member()
  await new Promise<void>((resolve) => {
    server = serve({ fetch: fixture.api.app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve())
  })
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  if ('closeAllConnections' in server) server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await fixture.close()
})

const head = '--x\r\ncontent-disposition: form-data; name="upload"; filename="a.pdf"\r\n\r\n%PDF-1.4\n'
const open = (headers: Record<string, string> = {}) =>
  httpRequest({
    host: '127.0.0.1',
    port,
    path: '/api/Upload',
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'multipart/form-data; boundary=x', ...headers },
  })

async function nothingLeft(): Promise<void> {
  for (let i = 0; i < 50 && (await fixture.temporary()).length > 0; i += 1) await sleep(20)
  expect([await fixture.temporary(), await fixture.stored(), await fixture.db.selectFrom('files').select('id').execute()]).toEqual([
    [],
    [],
    [],
  ])
}

it('an upload leaves nothing when the client disconnects in the middle', async () => {
  const sending = open()
  sending.on('error', () => {})
  sending.write(head)
  sending.write(Buffer.alloc(3_000_000))
  for (let i = 0; i < 100 && (await fixture.temporary()).length === 0; i += 1) await sleep(10)
  expect(await fixture.temporary()).toHaveLength(1)
  sending.destroy()
  await nothingLeft()
})

it('a file that is too large is answered with 413 while it is still being sent, and the connection is closed', async () => {
  const sending = open()
  const answer = Promise.withResolvers<number | undefined>()
  sending.on('response', (response) => answer.resolve(response.resume().statusCode)).on('error', answer.reject)
  sending.write(head)
  for (let i = 0; i < 200; i += 1) sending.write(Buffer.alloc(65_536))
  expect(await answer.promise).toBe(413)
  const closed = new Promise((resolve) => sending.on('close', resolve))
  sending.on('error', () => {})
  const more = setInterval(() => sending.writable && sending.write(Buffer.alloc(65_536)), 20)
  await closed
  clearInterval(more)
  await nothingLeft()
})

it('a Content-Length that is too large is answered with 413 without waiting for the body', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('POST /api/Upload HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 999999999\r\n\r\n')
  const first = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
  expect(first).toMatch(/^HTTP\/1\.1 413 /)
  socket.destroy()
})

it('a file of ten megabytes can be uploaded and downloaded', async () => {
  const content = Buffer.concat([samplePdf(), Buffer.alloc(10 * 1024 * 1024 - samplePdf().length, 'x')])
  const sent = await fetch(`http://127.0.0.1:${port}/api/Upload`, { method: 'POST', body: formWith(content, '大檔.pdf') })
  expect(sent.status).toBe(201)
  const { id } = (await sent.json()) as { id: string }
  const got = await fetch(`http://127.0.0.1:${port}/api/File/${id}`)
  expect(Buffer.from(await got.arrayBuffer()).equals(content)).toBe(true)
})
