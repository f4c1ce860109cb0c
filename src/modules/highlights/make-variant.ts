import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { loadSharp } from '#lib/load-sharp.ts'
import { ok, refuse } from '#lib/result.ts'
import { keepPhotos } from '#modules/files/keep-files.ts'
import type { FileStore } from '#modules/files/storage.ts'
import { storeFile } from '#modules/files/store-file.ts'
import type { Sharp } from 'sharp'
import { findVariant, insertVariant } from './picture-store.ts'
import { contentTypes, type PictureFormat, type Variant } from './rules.ts'

export type Making = { db: Db; files: FileStore }
type Source = { id: string; fileId: string }

/**
 * The file of a variant, made on first use. When several processes make it, the row of the first wins; the other files
 * are loose and removed after a day. Undefined when the picture is gone.
 */
export async function makeVariant({ db, files }: Making, picture: Source, variant: Variant, now: Date): Promise<string | undefined> {
  const made = await findVariant(db, picture.id, variant)
  if (made) return made
  const bytes = await drawn(await buffer(await files.open(picture.fileId)), variant)
  const dir = await mkdtemp(join(tmpdir(), 'fieldhouse-picture-'))
  try {
    const path = join(dir, 'variant')
    await writeFile(path, bytes)
    const file = await storeFile(
      { db, store: files, ownerId: null, purpose: 'photo', now },
      {
        path,
        name: `${picture.id}-${variant.width}.${variant.format}`,
        type: contentTypes[variant.format],
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      },
    )
    const first = await inTransaction(db, async (trx) => {
      if (!(await insertVariant(trx, picture.id, variant, file.id))) return refuse({ code: 'made_already' })
      return (await keepPhotos(trx, [file.id], null, now, '')).ok ? ok(undefined) : refuse({ code: 'made_already' })
    })
    return first.ok ? file.id : await findVariant(db, picture.id, variant)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

const drawn = async (original: Buffer, { width, format }: Variant): Promise<Buffer> =>
  inFormat((await loadSharp())(original).resize({ width, withoutEnlargement: true }), format).toBuffer()

function inFormat(picture: Sharp, format: PictureFormat): Sharp {
  // Higher effort is many times slower and saves a few per cent.
  if (format === 'avif') return picture.avif({ quality: 55, effort: 2 })
  return format === 'webp' ? picture.webp({ quality: 76 }) : picture.jpeg({ quality: 78, mozjpeg: true })
}
