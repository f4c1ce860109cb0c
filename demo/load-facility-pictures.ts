import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, Trx } from '#db/connect.ts'
import { keepFiles, storeFile } from '#modules/files/keep-files.ts'
import type { FileStore } from '#modules/files/storage.ts'
import { facilityPictures, putFacilityPictures } from '#modules/venues/picture-store.ts'
import pictures from './facility-pictures.json' with { type: 'json' }

const folder = join(import.meta.dirname, 'pictures')
/** Each picture is there in two widths, so that nothing is computed when the demo is loaded. The wide one is the picture itself. */
const small = 800

/** Pictures of the demo's facilities, as if its staff had uploaded them. */
export async function loadFacilityPictures(trx: Trx, files: FileStore, staffId: string, now: Date): Promise<void> {
  const store = async (name: string): Promise<string> => {
    const path = join(folder, name)
    const bytes = await readFile(path)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const keeping = { db: trx as Db, store: files, ownerId: staffId, purpose: 'upload', now } as const
    return (await storeFile(keeping, { path, name, type: 'image/webp', size: bytes.length, sha256 })).id
  }
  for (const { id, code } of await trx.selectFrom('facilities').select(['id', 'code']).execute()) {
    const own = []
    for (const { facility, name, width, ...picture } of pictures)
      if (facility === code)
        own.push({ ...picture, width, fileId: await store(`${name}-${width}.webp`), smaller: await store(`${name}-${small}.webp`) })
    await putFacilityPictures(trx, id, own, new Map(own.map(({ fileId, width, height }) => [fileId, { width, height }])))
    const ids = await trx.selectFrom('facility_pictures').select(['id', 'file_id']).where('facility_id', '=', id).execute()
    for (const { fileId, width, smaller } of own) {
      await keepFiles(trx, [fileId, smaller], staffId, now)
      const row = ids.find(({ file_id }) => file_id === fileId)!
      await facilityPictures.insertVariant(trx, row.id, { width, format: 'webp' }, fileId)
      await facilityPictures.insertVariant(trx, row.id, { width: small, format: 'webp' }, smaller)
    }
  }
}
