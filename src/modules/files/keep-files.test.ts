import { randomUUID } from 'node:crypto'
import { untilBlocked } from '#testing/moments.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimFile, keepFiles, releaseFiles, removeLooseFiles } from './keep-files.ts'
import { formWith, openFilesFixture, type FilesFixture } from '#testing/files-fixture.ts'

let fixture: FilesFixture
let serial = 0
beforeAll(async () => {
  fixture = await openFilesFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  fixture.session = await fixture.member()
})

const hours = (count: number) => new Date(fixture.now.getTime() + count * 3_600_000)
const exists = async (id: string) => ({
  row: (await fixture.db.selectFrom('files').select('id').where('id', '=', id).execute()).length === 1,
  bytes: (await fixture.stored()).includes(id),
})
const here = { row: true, bytes: true }
const gone = { row: false, bytes: false }

async function upload(path = '/api/Upload'): Promise<string> {
  serial += 1
  const response = await fixture.send(path, formWith(samplePdf(String(serial)), 'a.pdf'), { 'x-fieldhouse-peer': `192.0.2.${serial}` })
  return ((await response.json()) as { id: string }).id
}

/** A file that came before any account. */
async function ownerless(): Promise<string> {
  const { session } = fixture
  fixture.session = undefined
  const id = await upload('/api/File')
  fixture.session = session
  return id
}

describe('a file that nothing refers to', () => {
  it('is removed after a day, row and bytes, and not before', async () => {
    const [id, early] = [await upload(), await ownerless()]
    await removeLooseFiles(fixture.db, fixture.store, hours(23.9))
    expect([await exists(id), await exists(early)]).toEqual([here, here])
    expect(await removeLooseFiles(fixture.db, fixture.store, hours(24.1))).toBe(2)
    expect([await exists(id), await exists(early)]).toEqual([gone, gone])
  })

  it('stays when it is kept, and goes a day after its release', async () => {
    const id = await upload()
    await fixture.db.transaction().execute((trx) => keepFiles(trx, [id, id], fixture.session!.memberId, hours(1)))
    await removeLooseFiles(fixture.db, fixture.store, hours(1000))
    expect(await exists(id)).toEqual(here)
    await fixture.db.transaction().execute((trx) => releaseFiles(trx, [id], hours(1000)))
    await removeLooseFiles(fixture.db, fixture.store, hours(1023))
    expect(await exists(id)).toEqual(here)
    await removeLooseFiles(fixture.db, fixture.store, hours(1025))
    expect(await exists(id)).toEqual(gone)
  })

  it('stays another day when the same file is uploaded again', async () => {
    const form = () => formWith(samplePdf('again and again'), 'a.pdf')
    const { id } = (await (await fixture.send('/api/Upload', form())).json()) as { id: string }
    const before = fixture.now
    fixture.now = hours(20)
    await fixture.send('/api/Upload', form())
    fixture.now = before
    await removeLooseFiles(fixture.db, fixture.store, hours(30))
    expect(await exists(id)).toEqual(here)
  })

  it('is removed when its owner was deleted, even if it was kept', async () => {
    const id = await upload()
    await fixture.db.transaction().execute((trx) => keepFiles(trx, [id], fixture.session!.memberId, hours(1)))
    await fixture.db.deleteFrom('members').where('id', '=', fixture.session!.memberId).execute()
    await removeLooseFiles(fixture.db, fixture.store, hours(25))
    expect(await exists(id)).toEqual(gone)
  })

  it('is left by an upload whose process died, and is removed with its bytes', async () => {
    const id = await upload()
    await fixture.db.updateTable('files').set({ stored: false }).where('id', '=', id).execute()
    await removeLooseFiles(fixture.db, fixture.store, hours(25))
    expect(await exists(id)).toEqual(gone)
  })

  it('stays when something else still refers to it after a release', async () => {
    const id = await upload()
    const { memberId } = fixture.session!
    await fixture.db.transaction().execute((trx) => keepFiles(trx, [id], memberId, hours(1)))
    await fixture.db.updateTable('members').set({ privacy_file_id: id }).where('id', '=', memberId).execute()
    await fixture.db.transaction().execute((trx) => releaseFiles(trx, [id], hours(2)))
    await removeLooseFiles(fixture.db, fixture.store, hours(30))
    expect(await exists(id)).toEqual(here)
    expect(await fixture.db.selectFrom('files').select('kept_at').where('id', '=', id).executeTakeFirst()).toEqual({ kept_at: hours(30) })
  })

  it('stays for the next run when its bytes cannot be removed; the others are removed', async () => {
    const [stuck, free] = [await upload(), await upload()]
    const remove = fixture.store.remove
    fixture.store.remove = async (id) => (id === stuck ? Promise.reject(new Error('no connection')) : remove(id))
    await expect(removeLooseFiles(fixture.db, fixture.store, hours(25))).rejects.toThrow('1 loose files')
    fixture.store.remove = remove
    expect([await exists(stuck), await exists(free)]).toEqual([here, gone])
    await removeLooseFiles(fixture.db, fixture.store, hours(25))
    expect(await exists(stuck)).toEqual(gone)
  })

  it('stays when it is kept at the moment of its removal', async () => {
    const id = await upload()
    let removing: Promise<number> | undefined
    await fixture.db.transaction().execute(async (trx) => {
      expect((await keepFiles(trx, [id], fixture.session!.memberId, hours(25))).ok).toBe(true)
      removing = removeLooseFiles(fixture.db, fixture.store, hours(25))
      await untilBlocked(fixture.db, removing)
    })
    await removing
    expect(await exists(id)).toEqual(here)
  })

  it('cannot be kept once its removal has begun', async () => {
    const id = await upload()
    const remove = fixture.store.remove
    let keeping: ReturnType<typeof keepFiles> | undefined
    fixture.store.remove = async (key) => {
      keeping = fixture.db.transaction().execute((trx) => keepFiles(trx, [id], fixture.session!.memberId, hours(25), 'proofFileId'))
      await untilBlocked(fixture.db, keeping)
      await remove(key)
    }
    await removeLooseFiles(fixture.db, fixture.store, hours(25))
    fixture.store.remove = remove
    expect(await keeping).toEqual({ ok: false, refusal: { code: 'no_such_file', path: 'proofFileId' } })
    expect(await exists(id)).toEqual(gone)
  })
})

describe('keeping', () => {
  it('refuses files of other members, without an owner, and unknown ids', async () => {
    const [mine, early] = [await upload(), await ownerless()]
    const other = await fixture.member()
    const keep = (ids: string[], owner: string) => fixture.db.transaction().execute((trx) => keepFiles(trx, ids, owner, fixture.now))
    const refusal = { ok: false, refusal: { code: 'no_such_file', path: 'fileId' } }
    expect(await keep([mine], other.memberId)).toEqual(refusal)
    expect(await keep([mine, early], fixture.session!.memberId)).toEqual(refusal)
    expect(await keep([mine, randomUUID()], fixture.session!.memberId)).toEqual(refusal)
    expect((await keep([], other.memberId)).ok).toBe(true)
    expect((await keep([mine], fixture.session!.memberId)).ok).toBe(true)
  })
})

describe('claiming', () => {
  const claim = (id: string, owner: string) => fixture.db.transaction().execute((trx) => claimFile(trx, id, owner, 'privacy', fixture.now))

  it('gives a file without an owner to the new account, once', async () => {
    const id = await ownerless()
    const { memberId } = fixture.session!
    expect(await claim(id, memberId)).toBe(true)
    expect(await claim(id, memberId)).toBe(false)
    expect((await fixture.api.app.request(`/api/File/${id}`)).status).toBe(200)
    await removeLooseFiles(fixture.db, fixture.store, hours(48))
    expect(await exists(id)).toEqual(here)
  })

  it('refuses a file that has or had an owner, or was uploaded for another purpose', async () => {
    const { memberId } = await fixture.member()
    const owned = await upload()
    expect(await claim(owned, memberId)).toBe(false)
    await fixture.db.transaction().execute((trx) => keepFiles(trx, [owned], fixture.session!.memberId, fixture.now))
    await fixture.db.deleteFrom('members').where('id', '=', fixture.session!.memberId).execute()
    expect(await claim(owned, memberId)).toBe(false)
    const early = await ownerless()
    expect(await fixture.db.transaction().execute((trx) => claimFile(trx, early, memberId, 'upload', fixture.now))).toBe(false)
  })

  it('accepts the same file as consent and as proof', async () => {
    fixture.session = undefined
    const both = await Promise.all(
      [1, 2].map(
        async () => ((await (await fixture.send('/api/File', formWith(samplePdf('one sheet'), 'a.pdf'))).json()) as { id: string }).id,
      ),
    )
    const { memberId } = await fixture.member()
    for (const id of both) expect(await claim(id, memberId)).toBe(true)
  })
})
