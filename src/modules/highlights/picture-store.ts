import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { PictureFormat, PictureOfStory, Variant } from './rules.ts'

type Row = PictureOfStory & { position: number }

/** Pictures that stay keep their ids; the unique constraint on positions is deferred, so that two can be swapped. */
export async function putPictures(trx: DbOrTrx, highlightId: string, pictures: PictureOfStory[]): Promise<void> {
  const rows: Row[] = pictures.map((picture, position) => ({ ...picture, position }))
  for (const { id, fileId, alt, width, height, position } of rows) {
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

export async function findVariant(db: DbOrTrx, pictureId: string, { width, format }: Variant): Promise<string | undefined> {
  const row = await db
    .selectFrom('highlight_variants')
    .select('file_id')
    .where('picture_id', '=', pictureId)
    .where('width', '=', width)
    .where('format', '=', format)
    .executeTakeFirst()
  return row?.file_id
}

/** False when another process inserted it first, or the picture is gone. */
export async function insertVariant(trx: DbOrTrx, pictureId: string, { width, format }: Variant, fileId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into highlight_variants (picture_id, width, format, file_id)
    select id, ${width}::integer, ${format}, ${fileId}::uuid from highlight_pictures where id = ${pictureId} for key share
    on conflict do nothing returning picture_id`.execute(trx)
  return rows.length > 0
}

/** All pictures with their existing variants; newest story first. */
export async function readMade(
  db: DbOrTrx,
): Promise<{ id: string; fileId: string; width: number; made: { width: number; format: PictureFormat }[] }[]> {
  const { rows } = await sql<{ id: string; fileId: string; width: number; made: { width: number; format: PictureFormat }[] }>`
    select p.id, p.file_id as "fileId", p.width,
      (select coalesce(json_agg(json_build_object('width', v.width, 'format', v.format)), '[]') from highlight_variants v where v.picture_id = p.id) as made
    from highlight_pictures p join highlights h on h.id = p.highlight_id
    order by h.day desc, h.id, p.position`.execute(db)
  return rows
}
