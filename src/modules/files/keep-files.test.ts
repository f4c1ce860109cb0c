import { randomUUID } from 'node:crypto'
import { untilBlocked } from '#testing/moments.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimFile, keepFiles, releaseFiles } from './keep-files.ts'
import { removeLooseFiles } from './remove-loose-files.ts'
import { formWith, openDesk, type Desk } from '#testing/files-desk.ts'

let desk: Desk
let serial = 0
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(async () => {
  desk.session = await desk.member()
})

const hours = (count: number) => new Date(desk.now.getTime() + count * 3_600_000)
const exists = async (id: string) => ({
  row: (await desk.db.selectFrom('files').select('id').where('id', '=', id).execute()).length === 1,
  bytes: (await desk.stored()).includes(id),
})
const here = { row: true, bytes: true }
const gone = { row: false, bytes: false }

async function upload(path = '/api/Upload'): Promise<string> {
  serial += 1
  const response = await desk.send(path, formWith(samplePdf(String(serial)), 'a.pdf'), { 'x-fieldhouse-peer': `192.0.2.${serial}` })
  return ((await response.json()) as { id: string }).id
}

/** A file that came before any account. */
async function ownerless(): Promise<string> {
  const { session } = desk
  desk.session = undefined
  const id = await upload('/api/File')
  desk.session = session
  return id
}

describe('a file that nothing refers to', () => {
  it('is removed after a day, row and bytes, and not before', async () => {
    const [id, early] = [await upload(), await ownerless()]
    await removeLooseFiles(desk.db, desk.store, hours(23.9))
    expect([await exists(id), await exists(early)]).toEqual([here, here])
    expect(await removeLooseFiles(desk.db, desk.store, hours(24.1))).toBe(2)
    expect([await exists(id), await exists(early)]).toEqual([gone, gone])
  })

  it('stays when it is kept, and goes a day after its release', async () => {
    const id = await upload()
    await desk.db.transaction().execute((trx) => keepFiles(trx, [id, id], desk.session!.memberId, hours(1)))
    await removeLooseFiles(desk.db, desk.store, hours(1000))
    expect(await exists(id)).toEqual(here)
    await desk.db.transaction().execute((trx) => releaseFiles(trx, [id], hours(1000)))
    await removeLooseFiles(desk.db, desk.store, hours(1023))
    expect(await exists(id)).toEqual(here)
    await removeLooseFiles(desk.db, desk.store, hours(1025))
    expect(await exists(id)).toEqual(gone)
  })

  it('has another day when the same is sent again', async () => {
    const form = () => formWith(samplePdf('again and again'), 'a.pdf')
    const { id } = (await (await desk.send('/api/Upload', form())).json()) as { id: string }
    const before = desk.now
    desk.now = hours(20)
    await desk.send('/api/Upload', form())
    desk.now = before
    await removeLooseFiles(desk.db, desk.store, hours(30))
    expect(await exists(id)).toEqual(here)
  })

  it('goes when its owner is gone, though it was kept', async () => {
    const id = await upload()
    await desk.db.transaction().execute((trx) => keepFiles(trx, [id], desk.session!.memberId, hours(1)))
    await desk.db.deleteFrom('members').where('id', '=', desk.session!.memberId).execute()
    await removeLooseFiles(desk.db, desk.store, hours(25))
    expect(await exists(id)).toEqual(gone)
  })

  it('is what an upload that died leaves, and goes with its bytes', async () => {
    const id = await upload()
    await desk.db.updateTable('files').set({ stored: false }).where('id', '=', id).execute()
    await removeLooseFiles(desk.db, desk.store, hours(25))
    expect(await exists(id)).toEqual(gone)
  })

  it('stays when something still refers to it, whoever released it', async () => {
    const id = await upload()
    const { memberId } = desk.session!
    await desk.db.transaction().execute((trx) => keepFiles(trx, [id], memberId, hours(1)))
    await desk.db.updateTable('members').set({ privacy_file_id: id }).where('id', '=', memberId).execute()
    await desk.db.transaction().execute((trx) => releaseFiles(trx, [id], hours(2)))
    await removeLooseFiles(desk.db, desk.store, hours(30))
    expect(await exists(id)).toEqual(here)
    expect(await desk.db.selectFrom('files').select('kept_at').where('id', '=', id).executeTakeFirst()).toEqual({ kept_at: hours(30) })
  })

  it('stays, to be tried again, when its bytes cannot be removed; the others go', async () => {
    const [stuck, free] = [await upload(), await upload()]
    const remove = desk.store.remove
    desk.store.remove = async (id) => (id === stuck ? Promise.reject(new Error('no connection')) : remove(id))
    await expect(removeLooseFiles(desk.db, desk.store, hours(25))).rejects.toThrow('1 loose files')
    desk.store.remove = remove
    expect([await exists(stuck), await exists(free)]).toEqual([here, gone])
    await removeLooseFiles(desk.db, desk.store, hours(25))
    expect(await exists(stuck)).toEqual(gone)
  })

  it('stays when it is kept in the very moment of its removal', async () => {
    const id = await upload()
    let removing: Promise<number> | undefined
    await desk.db.transaction().execute(async (trx) => {
      expect((await keepFiles(trx, [id], desk.session!.memberId, hours(25))).ok).toBe(true)
      removing = removeLooseFiles(desk.db, desk.store, hours(25))
      await untilBlocked(desk.db, removing)
    })
    await removing
    expect(await exists(id)).toEqual(here)
  })

  it('cannot be kept any more in the moment after', async () => {
    const id = await upload()
    const remove = desk.store.remove
    let keeping: ReturnType<typeof keepFiles> | undefined
    desk.store.remove = async (key) => {
      keeping = desk.db.transaction().execute((trx) => keepFiles(trx, [id], desk.session!.memberId, hours(25), 'proofFileId'))
      await untilBlocked(desk.db, keeping)
      await remove(key)
    }
    await removeLooseFiles(desk.db, desk.store, hours(25))
    desk.store.remove = remove
    expect(await keeping).toEqual({ ok: false, refusal: { code: 'no_such_file', path: 'proofFileId' } })
    expect(await exists(id)).toEqual(gone)
  })
})

describe('keeping', () => {
  it('refuses files of others, of nobody, and those that are none', async () => {
    const [mine, early] = [await upload(), await ownerless()]
    const other = await desk.member()
    const keep = (ids: string[], owner: string) => desk.db.transaction().execute((trx) => keepFiles(trx, ids, owner, desk.now))
    const refusal = { ok: false, refusal: { code: 'no_such_file', path: 'fileId' } }
    expect(await keep([mine], other.memberId)).toEqual(refusal)
    expect(await keep([mine, early], desk.session!.memberId)).toEqual(refusal)
    expect(await keep([mine, randomUUID()], desk.session!.memberId)).toEqual(refusal)
    expect((await keep([], other.memberId)).ok).toBe(true)
    expect((await keep([mine], desk.session!.memberId)).ok).toBe(true)
  })
})

describe('claiming', () => {
  const claim = (id: string, owner: string) => desk.db.transaction().execute((trx) => claimFile(trx, id, owner, 'privacy', desk.now))

  it('takes and keeps a file that came before the account, once', async () => {
    const id = await ownerless()
    const { memberId } = desk.session!
    expect(await claim(id, memberId)).toBe(true)
    expect(await claim(id, memberId)).toBe(false)
    expect((await desk.api.app.request(`/api/File/${id}`)).status).toBe(200)
    await removeLooseFiles(desk.db, desk.store, hours(48))
    expect(await exists(id)).toEqual(here)
  })

  it('refuses what has an owner, or had one, and what was sent for something else', async () => {
    const { memberId } = await desk.member()
    const owned = await upload()
    expect(await claim(owned, memberId)).toBe(false)
    await desk.db.transaction().execute((trx) => keepFiles(trx, [owned], desk.session!.memberId, desk.now))
    await desk.db.deleteFrom('members').where('id', '=', desk.session!.memberId).execute()
    expect(await claim(owned, memberId)).toBe(false)
    const early = await ownerless()
    expect(await desk.db.transaction().execute((trx) => claimFile(trx, early, memberId, 'upload', desk.now))).toBe(false)
  })

  it('takes two that are the same, consent and proof on one sheet', async () => {
    desk.session = undefined
    const both = await Promise.all(
      [1, 2].map(
        async () => ((await (await desk.send('/api/File', formWith(samplePdf('one sheet'), 'a.pdf'))).json()) as { id: string }).id,
      ),
    )
    const { memberId } = await desk.member()
    for (const id of both) expect(await claim(id, memberId)).toBe(true)
  })
})
