import { sqlWords } from '#db/words.ts'
import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { sql, type RawBuilder } from 'kysely'
import { publishingMoves, type Dates, type PublishingMove, type Visibility } from './publishing-rules.ts'
import { shownAt, stands } from './publishing-store.ts'
import type { PictureKind } from '#modules/files/make-variant.ts'
import type { Variant } from '#modules/files/picture-rules.ts'
import { storyVariants, type NewStory, type PictureOfStory, type Story } from './story-rules.ts'

const columns = sql`
  h.id, ${sqlWords('h.title')} as title, ${sqlWords('h.text')} as text,
  h.day, h.state, h.publish_at as "publishAt", h.expires_at as "expiresAt", h.version,
  (select coalesce(json_agg(json_build_object('id', p.id, 'fileId', p.file_id, 'alt', ${sqlWords('p.alt')},
    'width', p.width, 'height', p.height) order by p.position), '[]') from highlight_pictures p where p.highlight_id = h.id) as pictures`

type Page = { page: number; pageSize: number }

async function readPage(db: DbOrTrx, which: RawBuilder<unknown>, { page, pageSize }: Page): Promise<{ stories: Story[]; total: number }> {
  const { rows } = await sql<Story>`
    select ${columns} from highlights h where ${which}
    order by h.day desc, h.created_at desc, h.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from highlights h where ${which}`.execute(db)
  return { stories: rows, total: counted[0]!.total }
}

/** Published stories, newest first. */
export const readShown = (db: DbOrTrx, page: Page, now: Date) => readPage(db, shownAt('h', now), page)

type Filter = { standing: Visibility | undefined; keyword: string; now: Date }

/** For staff, whatever its state. */
export function readAll(db: DbOrTrx, { standing, keyword, now }: Filter, page: Page) {
  const words =
    keyword === ''
      ? sql`true`
      : sql`concat_ws(' ', h.title_tw, h.title_en, h.text_tw, h.text_en) ilike ${`%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
  return readPage(db, sql`${standing === undefined ? sql`true` : stands('h', standing, now)} and ${words}`, page)
}

export async function findStory(db: DbOrTrx, id: string): Promise<Story | undefined> {
  const { rows } = await sql<Story>`select ${columns} from highlights h where h.id = ${id}`.execute(db)
  return rows[0]
}

const written = ({ title, text, day }: NewStory) => ({ title_tw: title.tw, title_en: title.en, text_tw: text.tw, text_en: text.en, day })

export async function insertStory(db: DbOrTrx, id: string, story: NewStory, by: string | null, now: Date): Promise<void> {
  await db
    .insertInto('highlights')
    .values({ id, ...written(story), state: 'draft', created_by: by, created_at: now, changed_at: now })
    .execute()
}

/** Optimistic locking: false when it was saved since that version. */
export async function updateStory(db: DbOrTrx, id: string, version: number, story: NewStory, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('highlights')
    .set({ ...written(story), version: version + 1, changed_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function deleteStory(trx: DbOrTrx, id: string): Promise<void> {
  await trx.deleteFrom('highlights').where('id', '=', id).where('state', '=', 'draft').execute()
}

/** Locks a story until the end of the transaction. */
export async function lockStory(trx: DbOrTrx, id: string): Promise<Story | undefined> {
  await sql`select 1 from highlights where id = ${id} for update`.execute(trx)
  return findStory(trx, id)
}

export async function moveStory(db: DbOrTrx, id: string, move: PublishingMove, dates: Dates | undefined, now: Date): Promise<void> {
  const { from, to } = publishingMoves[move]
  await db
    .updateTable('highlights')
    .set({ state: to, publish_at: dates?.publishAt ?? null, expires_at: dates?.expiresAt ?? null, changed_at: now })
    .where('id', '=', id)
    .where('state', '=', anyOf(from))
    .execute()
}

/** A picture of a public story, or of the story that a preview link shows (`previewed`). */
export async function findShownPicture(
  db: DbOrTrx,
  id: string,
  previewed: string | undefined,
  now: Date,
): Promise<{ id: string; fileId: string; width: number; public: boolean } | undefined> {
  const { rows } = await sql<{ id: string; fileId: string; width: number; public: boolean }>`
    select p.id, p.file_id as "fileId", p.width, (${shownAt('h', now)}) as public
    from highlight_pictures p join highlights h on h.id = p.highlight_id
    where p.id = ${id} and ((${shownAt('h', now)}) or h.id = ${previewed ?? null}::uuid)`.execute(db)
  return rows[0]
}

/** Pictures that stay keep their ids; the unique constraint on positions is deferred, so that two can be swapped. */
export async function putPictures(trx: DbOrTrx, highlightId: string, pictures: PictureOfStory[]): Promise<void> {
  for (const [position, { id, fileId, alt, width, height }] of pictures.entries()) {
    const words = { position, alt_tw: alt.tw, alt_en: alt.en }
    await trx
      .insertInto('highlight_pictures')
      .values({ id, highlight_id: highlightId, file_id: fileId, width, height, ...words })
      .onConflict((c) => c.column('id').doUpdateSet(words))
      .execute()
  }
}

/** Deletes pictures; answers their files and those of their variants. */
export async function removePictures(trx: DbOrTrx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const variants = await trx.deleteFrom('highlight_variants').where('picture_id', '=', anyOf(ids)).returning('file_id').execute()
  const pictures = await trx.deleteFrom('highlight_pictures').where('id', '=', anyOf(ids)).returning('file_id').execute()
  return [...variants, ...pictures].map((row) => row.file_id)
}

async function findVariant(db: DbOrTrx, pictureId: string, { width, format }: Variant): Promise<string | undefined> {
  const row = await db
    .selectFrom('highlight_variants')
    .select('file_id')
    .where('picture_id', '=', pictureId)
    .where('width', '=', width)
    .where('format', '=', format)
    .executeTakeFirst()
  return row?.file_id
}

async function insertVariant(trx: DbOrTrx, pictureId: string, { width, format }: Variant, fileId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into highlight_variants (picture_id, width, format, file_id)
    select id, ${width}::integer, ${format}, ${fileId}::uuid from highlight_pictures where id = ${pictureId} for key share
    on conflict do nothing returning picture_id`.execute(trx)
  return rows.length > 0
}

/** Newest story first. */
async function readMade(db: DbOrTrx): ReturnType<PictureKind['readMade']> {
  const { rows } = await sql<{ id: string; fileId: string; width: number; made: Variant[] }>`
    select p.id, p.file_id as "fileId", p.width,
      (select coalesce(json_agg(json_build_object('width', v.width, 'format', v.format)), '[]') from highlight_variants v where v.picture_id = p.id) as made
    from highlight_pictures p join highlights h on h.id = p.highlight_id
    order by h.day desc, h.id, p.position`.execute(db)
  return rows
}

export const storyPictures: PictureKind = { variants: storyVariants, findVariant, insertVariant, readMade }
