import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { PictureKind } from '#modules/files/make-variant.ts'
import { facilityVariants, type FacilityPicture } from './picture-rules.ts'

export type PlacedPicture = Pick<FacilityPicture, 'fileId' | 'alt' | 'focus'>

/**
 * Makes these the pictures of a facility, in this order. Those that stay keep their ids, and with them their addresses; `measured` has the
 * measures of the others. Answers the files that are no longer used here.
 */
export async function putFacilityPictures(
  trx: Trx,
  facilityId: number,
  pictures: readonly PlacedPicture[],
  measured: ReadonlyMap<string, { width: number; height: number }>,
): Promise<string[]> {
  const before = await trx.selectFrom('facility_pictures').select(['id', 'file_id']).where('facility_id', '=', facilityId).execute()
  const gone = before.filter((row) => !pictures.some(({ fileId }) => fileId === row.file_id))
  const released = await removeFacilityPictures(
    trx,
    gone.map(({ id }) => id),
  )
  for (const [position, { fileId, alt, focus }] of pictures.entries()) {
    const words = { position, alt_tw: alt.tw, alt_en: alt.en, focus_x: focus.x, focus_y: focus.y }
    const there = before.find((row) => row.file_id === fileId)
    if (there) await trx.updateTable('facility_pictures').set(words).where('id', '=', there.id).execute()
    else
      await trx
        .insertInto('facility_pictures')
        .values({ id: randomUUID(), facility_id: facilityId, file_id: fileId, ...measured.get(fileId)!, ...words })
        .execute()
  }
  return released
}

/** Deletes pictures; answers their files and those of their variants. */
export async function removeFacilityPictures(trx: Trx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const variants = await trx.deleteFrom('facility_variants').where('picture_id', '=', anyOf(ids)).returning('file_id').execute()
  const pictures = await trx.deleteFrom('facility_pictures').where('id', '=', anyOf(ids)).returning('file_id').execute()
  return [...new Set([...variants, ...pictures].map((row) => row.file_id))]
}

/** A picture of a facility that is offered. */
export async function findFacilityPicture(db: DbOrTrx, id: string): Promise<{ id: string; fileId: string; width: number } | undefined> {
  return db
    .selectFrom('facility_pictures as p')
    .innerJoin('facilities as f', 'f.id', 'p.facility_id')
    .select(['p.id', 'p.file_id as fileId', 'p.width'])
    .where('p.id', '=', id)
    .where('f.retired_at', 'is', null)
    .executeTakeFirst()
}

export const facilityPictures: PictureKind = {
  variants: facilityVariants,
  async findVariant(db, pictureId, { width, format }) {
    const row = await db
      .selectFrom('facility_variants')
      .select('file_id')
      .where('picture_id', '=', pictureId)
      .where('width', '=', width)
      .where('format', '=', format)
      .executeTakeFirst()
    return row?.file_id
  },
  async insertVariant(trx, pictureId, { width, format }, fileId) {
    const { rows } = await sql`
      insert into facility_variants (picture_id, width, format, file_id)
      select id, ${width}::integer, ${format}, ${fileId}::uuid from facility_pictures where id = ${pictureId} for key share
      on conflict do nothing returning picture_id`.execute(trx)
    return rows.length > 0
  },
  async readMade(db) {
    const { rows } = await sql<Awaited<ReturnType<PictureKind['readMade']>>[number]>`
      select p.id, p.file_id as "fileId", p.width,
        (select coalesce(json_agg(json_build_object('width', v.width, 'format', v.format)), '[]') from facility_variants v where v.picture_id = p.id) as made
      from facility_pictures p order by p.position, p.facility_id`.execute(db)
    return rows
  },
}
