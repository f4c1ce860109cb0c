import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { usesOf } from '#wiring/file-uses.ts'
import { Api } from '#http/call.ts'
import { openLog } from '#http/log.ts'
import { writeAudit } from '#modules/audit/store.ts'
import type { Session, StaffRole } from '#http/session.ts'
import { filesApi } from '#modules/files/api.ts'
import { openFileStore, type FileStore } from '#modules/files/storage.ts'
import { UploadedFile } from '#modules/files/wire.ts'
import { freshDatabase } from './postgres.ts'

export type FilesFixture = {
  db: Db
  store: FileStore
  api: Api
  now: Date
  /** The caller of the next requests. */
  session: Session | undefined
  member(...roles: StaffRole[]): Promise<Session>
  send(path: string, form: FormData, headers?: Record<string, string>): Promise<Response>
  /** A file that must be accepted. */
  upload(content: Buffer | Uint8Array, name: string): Promise<UploadedFile>
  /** The bytes of a file that the caller must be able to see. */
  bytesOf(id: string): Promise<Buffer>
  /** Names of everything in the store, and of everything that uploads left in the temporary folder. */
  stored(): Promise<string[]>
  temporary(): Promise<string[]>
  close(): Promise<void>
}

/** The files API on its own database, with its own store and its own temporary folder. */
export async function openFilesFixture(): Promise<FilesFixture> {
  const database = await freshDatabase()
  const db = openDb(database.url, 20)
  const outer = process.env.TMPDIR
  const root = await mkdtemp(join(tmpdir(), 'fieldhouse-files-'))
  process.env.TMPDIR = await mkdtemp(join(root, 'tmp-'))
  const store = await openFileStore({ kind: 'disk', dir: join(root, 'store') })
  const fixture: FilesFixture = {
    db,
    store,
    now: new Date('2026-07-01T04:00:00Z'),
    session: undefined,
    api: new Api({
      clock: { now: () => fixture.now },
      log: openLog('silent'),
      trustProxy: 0,
      pagesOrigin: 'http://localhost:3000',
      readSession: async () => fixture.session,
      checkAnswers: true,
      writeAudit,
    }),
    member: (...roles) => insertMember(db, roles),
    send: async (path, form, headers = {}) =>
      fixture.api.app.request(await formRequest(path, form, { 'accept-language': 'en', ...headers })),
    upload: async (content, name) => UploadedFile.parse(await (await fixture.send('/api/Upload', formWith(content, name))).json()),
    async bytesOf(id) {
      const response = await fixture.api.app.request(`/api/File/${id}`)
      assert.equal(response.status, 200)
      return Buffer.from(await response.arrayBuffer())
    },
    stored: async () =>
      (await readdir(join(root, 'store'), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name),
    temporary: () => readdir(process.env.TMPDIR!),
    async close() {
      await closeDb(db)
      await database.drop()
      await rm(root, { recursive: true, force: true })
      if (outer === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = outer
    },
  }
  filesApi(fixture.api, { db, store, usesOf: (fileId) => usesOf(db, fileId) })
  return fixture
}

/** Every upload, whatever became of it, leaves no temporary file, and bytes in the store exactly for the rows. */
export async function assertTidy(fixture: FilesFixture): Promise<void> {
  assert.deepEqual(await fixture.temporary(), [])
  const rows = await fixture.db.selectFrom('files').select('id').execute()
  assert.deepEqual((await fixture.stored()).toSorted(), rows.map((row) => row.id).toSorted())
}

async function insertMember(db: Db, roles: StaffRole[]): Promise<Session> {
  const memberId = randomUUID()
  const account = `m${memberId.slice(0, 8)}`
  const email = `${account}@example.com`
  const row = { id: memberId, account, email, name: '林小美', mobile: '0912345678', secret_hash: '-', locale: 'tw', roles, identity_id: 1 }
  await db.insertInto('members').values(row).execute()
  return {
    id: randomUUID(),
    memberId,
    personId: memberId,
    clubRole: null,
    account,
    email,
    name: row.name,
    communityName: '',
    roles,
    isProvenTwice: true,
    staffProof: 'second_factor',
    owesSecondStep: false,
    isExemptByDemo: false,
    identityId: 1,
    locale: 'tw',
  }
}

export function formWith(content: Buffer | Uint8Array, name: string, field = 'upload'): FormData {
  const form = new FormData()
  form.append(field, new File([new Uint8Array(content)], name))
  return form
}

/** Encoded here: a Request that still holds a FormData does not bear that its body is cancelled. */
export async function formRequest(path: string, form: FormData, headers: Record<string, string> = {}): Promise<Request> {
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type')!
  return new Request(new URL(path, 'http://localhost'), {
    method: 'POST',
    body: await encoded.arrayBuffer(),
    headers: { ...headers, 'content-type': type },
  })
}
