import { samplePdf } from '#testing/sample-files.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxFileBytes } from './rules.ts'
import { assertTidy, formWith, openFilesFixture, type FilesFixture } from '#testing/files-fixture.ts'

let fixture: FilesFixture
beforeAll(async () => {
  fixture = await openFilesFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  fixture.session = await fixture.member()
})
afterEach(() => assertTidy(fixture))

/** A body without a Content-Length. */
function stream(body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}): Promise<Response> {
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'multipart/form-data; boundary=x', ...headers },
  } as RequestInit
  return Promise.resolve(fixture.api.app.request(new Request('http://localhost/api/Upload', init)))
}

const formHead = Buffer.from('--x\r\ncontent-disposition: form-data; name="upload"; filename="a.pdf"\r\n\r\n%PDF-1.4\n')

it('a form with a part that ends inside its headers is refused, and leaves nothing', async () => {
  const response = await stream(new Blob(['--x\r\nA: b\r\n\r\n--x--']).stream())
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([422, 'upload_incomplete'])
})

describe('the size of a file', () => {
  const padded = (size: number) => Buffer.concat([samplePdf(), Buffer.alloc(size - samplePdf().length)])

  it('is ten megabytes at most', async () => {
    expect((await fixture.upload(padded(maxFileBytes), 'full.pdf')).size).toBe(maxFileBytes)
    const over = await fixture.send('/api/Upload', formWith(padded(maxFileBytes + 1), 'over.pdf'))
    expect(await over.json()).toMatchObject({ status: 413, code: 'file_too_large', detail: 'A file may have at most 10 MB.' })
  })

  it('is refused by its Content-Length, before a byte is read', async () => {
    let read = 0
    const body = new ReadableStream({ pull: (controller) => (read++, controller.enqueue(new Uint8Array(1000))) }, { highWaterMark: 0 })
    const response = await stream(body, { 'content-length': '50000000' })
    expect([response.status, read]).toEqual([413, 0])
  })

  it('is counted while it streams, so that an endless body without a length is not read for ever', async () => {
    let sent = 0
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(sent === 0 ? formHead : new Uint8Array(65_536))
        sent += 65_536
      },
      cancel() {
        cancelled = true
      },
    })
    const response = await stream(body)
    expect([response.status, cancelled]).toEqual([413, true])
    expect(sent).toBeLessThan(maxFileBytes + 1_000_000)
  })
})

describe('an upload that is interrupted', () => {
  const interrupted = (last: (controller: ReadableStreamDefaultController<Uint8Array>) => void) => {
    let step = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        step += 1
        if (step === 1) controller.enqueue(formHead)
        else if (step < 20) controller.enqueue(new Uint8Array(65_536))
        else last(controller)
      },
    })
    return stream(body)
  }

  it('leaves nothing when the connection is lost', async () => {
    expect((await interrupted((controller) => controller.error(new Error('connection lost')))).status).toBe(422)
  })

  it('leaves nothing when the form does not end', async () => {
    const response = await interrupted((controller) => controller.close())
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([422, 'upload_incomplete'])
  })
})

describe('when the store or the database fails', () => {
  it('nothing is left of a file that could not be stored', async () => {
    const put = fixture.store.put
    fixture.store.put = async (id, bytes, size) => {
      await put(id, bytes, size)
      throw new Error('the store lost its connection')
    }
    try {
      expect((await fixture.send('/api/Upload', formWith(samplePdf('lost'), 'a.pdf'))).status).toBe(500)
    } finally {
      fixture.store.put = put
    }
    expect(await fixture.db.selectFrom('files').select('id').where('owner_id', '=', fixture.session!.memberId).execute()).toEqual([])
  })

  it('bytes without a row are impossible: a process that dies in between leaves a loose row', async () => {
    let seen: unknown
    const put = fixture.store.put
    fixture.store.put = async (id, bytes, size) => {
      await put(id, bytes, size)
      seen = [
        await fixture.db.selectFrom('files').select('stored').where('id', '=', id).execute(),
        (await fixture.api.app.request(`/api/File/${id}`)).status,
      ]
    }
    try {
      await fixture.upload(samplePdf('order'), 'a.pdf')
    } finally {
      fixture.store.put = put
    }
    expect(seen).toEqual([[{ stored: false }], 404])
  })
})
