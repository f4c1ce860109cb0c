import { sqlWords } from '#db/words.ts'
import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { sql, type RawBuilder } from 'kysely'
import { highlightMoves, type NewStory, type Story, type StoryVisibility } from './rules.ts'

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
export const readShown = (db: DbOrTrx, page: Page, now: Date) => readPage(db, shownAt(now), page)

type Filter = { standing: StoryVisibility | undefined; keyword: string; now: Date }

export function readAll(db: DbOrTrx, { standing, keyword, now }: Filter, page: Page) {
  const words = keyword === '' ? sql`true` : sql`concat_ws(' ', h.title_tw, h.title_en, h.text_tw, h.text_en) ilike ${likeText(keyword)}`
  return readPage(db, sql`${standing === undefined ? sql`true` : stands(standing, now)} and ${words}`, page)
}

const likeText = (words: string) => `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** SQL of `visibilityOf`. */
function stands(standing: StoryVisibility, now: Date): RawBuilder<unknown> {
  if (standing === 'published') return shownAt(now)
  if (standing === 'scheduled') return sql`h.state = 'published' and h.publish_at > ${now}`
  if (standing === 'expired') return sql`h.state = 'published' and h.publish_at <= ${now} and h.expires_at <= ${now}`
  return sql`h.state = ${standing}`
}

export async function findStory(db: DbOrTrx, id: string): Promise<Story | undefined> {
  const { rows } = await sql<Story>`select ${columns} from highlights h where h.id = ${id}`.execute(db)
  return rows[0]
}

const shownAt = (now: Date) => sql`h.state = 'published' and h.publish_at <= ${now} and (h.expires_at is null or h.expires_at > ${now})`

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

export async function deleteStoryDraft(trx: DbOrTrx, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('highlights').where('id', '=', id).where('state', '=', 'draft').executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Locks a story until the end of the transaction. */
export async function lockStory(trx: DbOrTrx, id: string): Promise<boolean> {
  return (await trx.selectFrom('highlights').select('id').where('id', '=', id).forUpdate().executeTakeFirst()) !== undefined
}

/** False when the state does not allow the move. */
export async function moveStory(
  db: DbOrTrx,
  id: string,
  move: keyof typeof highlightMoves,
  dates: { publishAt: Date; expiresAt: Date | null } | undefined,
  now: Date,
): Promise<boolean> {
  const { from, to } = highlightMoves[move]
  const { numUpdatedRows } = await db
    .updateTable('highlights')
    .set({ state: to, publish_at: dates?.publishAt ?? null, expires_at: dates?.expiresAt ?? null, changed_at: now })
    .where('id', '=', id)
    .where('state', '=', anyOf(from))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** A picture of a public story, or of the story that a preview link shows (`previewed`). */
export async function findShownPicture(
  db: DbOrTrx,
  id: string,
  previewed: string | undefined,
  now: Date,
): Promise<{ id: string; fileId: string; width: number; public: boolean } | undefined> {
  const { rows } = await sql<{ id: string; fileId: string; width: number; public: boolean }>`
    select p.id, p.file_id as "fileId", p.width, (${shownAt(now)}) as public
    from highlight_pictures p join highlights h on h.id = p.highlight_id
    where p.id = ${id} and ((${shownAt(now)}) or h.id = ${previewed ?? null}::uuid)`.execute(db)
  return rows[0]
}
