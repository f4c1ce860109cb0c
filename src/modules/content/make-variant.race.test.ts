import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { publishStory } from '#testing/highlights.ts'
import { barrier } from '#testing/moments.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { makeVariant } from '#modules/files/make-variant.ts'
import { storyPictures } from './story-store.ts'

const crowd = 8
let service: TestService
beforeEach(async () => {
  service = await openTestService()
})
afterEach(() => service.close())

describe('a variant of a picture that eight processes make at the same moment', { timeout: 60_000 }, () => {
  /** All of them have drawn it before the first row is written. */
  async function race(): Promise<{ answers: Set<string | undefined>; rows: number; kept: number }> {
    const { pictureId, fileId } = await publishStory(service)
    // The job after saving makes no such size.
    const odd = { width: 321, format: 'webp' } as const
    const together = barrier(crowd)
    const files: TestService['files'] = {
      ...service.files,
      async put(...all) {
        await service.files.put(...all)
        await together()
      },
    }
    const makers = Array.from({ length: crowd }, () =>
      makeVariant({ db: service.db, files }, storyPictures, { id: pictureId, fileId }, odd, service.clock.now()),
    )
    const answers = new Set(await Promise.all(makers))
    const rows = await service.db.selectFrom('highlight_variants').select('file_id').where('width', '=', odd.width).execute()
    const kept = await service.db
      .selectFrom('files')
      .select('id')
      .where('name', '=', `${pictureId}-321.webp`)
      .where('kept_at', 'is not', null)
      .execute()
    return { answers, rows: rows.length, kept: kept.length }
  }

  it('is stored once, and all of them answer with the stored one', async () => {
    const { answers, rows, kept } = await race()
    expect([answers.size, rows, kept]).toEqual([1, 1, 1])
    expect(answers).not.toContain(undefined)
  })

  it('is stored by each with the key dropped, so the test above means something', async () => {
    await sql`alter table highlight_variants drop constraint highlight_variants_pkey`.execute(service.db)
    const { answers, rows, kept } = await race()
    expect([answers.size, rows, kept]).toEqual([crowd, crowd, crowd])
  })
})
