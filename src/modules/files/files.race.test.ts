import type { Db } from '#db/connect.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimFile } from './keep-files.ts'
import { barrier } from '#testing/moments.ts'
import { formWith, openFilesFixture, type FilesFixture } from '#testing/files-fixture.ts'

const crowd = 16
let fixture: FilesFixture
beforeEach(async () => {
  fixture = await openFilesFixture()
})
afterEach(() => fixture.close())

describe('sixteen registrations that name one file', () => {
  async function race(claim: (db: Db, id: string, owner: string, together: () => Promise<void>) => Promise<boolean>): Promise<number> {
    const response = await fixture.send('/api/File', formWith(samplePdf(), 'consent.pdf'))
    const { id } = (await response.json()) as { id: string }
    const owners = await Promise.all(Array.from({ length: crowd }, () => fixture.member()))
    const together = barrier(crowd)
    const outcomes = await Promise.all(owners.map((owner) => claim(fixture.db, id, owner.memberId, together)))
    return outcomes.filter(Boolean).length
  }

  it('give it to one of them', async () => {
    const winners = await race((db, id, owner, together) =>
      db.transaction().execute(async (trx) => {
        await sql`select 1`.execute(trx)
        await together()
        return claimFile(trx, id, owner, 'privacy', fixture.now)
      }),
    )
    expect(winners).toBe(1)
  })

  it('give it to several when the check is a statement before the update, so the test above means something', async () => {
    const winners = await race((db, id, owner, together) =>
      db.transaction().execute(async (trx) => {
        const file = await trx.selectFrom('files').select('owner_id').where('id', '=', id).executeTakeFirst()
        await together()
        if (file?.owner_id !== null) return false
        await trx.updateTable('files').set({ owner_id: owner }).where('id', '=', id).execute()
        return true
      }),
    )
    expect(winners).toBeGreaterThan(1)
  })
})

describe('one file sent sixteen times at once', () => {
  /** All come to the store before the first row is marked. */
  async function race(): Promise<{ ids: Set<string>; rows: number; stored: number }> {
    fixture.session = await fixture.member()
    const { put } = fixture.store
    const together = barrier(crowd)
    fixture.store.put = async (...all) => {
      await put(...all)
      await together()
    }
    const answers = await Promise.all(Array.from({ length: crowd }, () => fixture.send('/api/Upload', formWith(samplePdf(), 'same.pdf'))))
    const ids = new Set(await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: string }).id)))
    const rows = await fixture.db.selectFrom('files').select('id').execute()
    return { ids, rows: rows.length, stored: (await fixture.stored()).length }
  }

  it('is stored once, and all uploads answer with its id', async () => {
    const { ids, rows, stored } = await race()
    expect([ids.size, rows, stored]).toEqual([1, 1, 1])
  })

  it('is stored several times with the index dropped, so the test above means something', async () => {
    await sql`drop index files_no_doubles`.execute(fixture.db)
    expect((await race()).rows).toBeGreaterThan(1)
  })
})
