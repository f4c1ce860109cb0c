import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Db, DbOrTrx } from '#db/connect.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import { inTransaction } from '#db/transaction.ts'
import { loadSharp } from '#lib/load-sharp.ts'
import { ok, refuse } from '#lib/result.ts'
import { shareRuns, type ShareRuns } from '#lib/share-runs.ts'
import type { Sharp } from 'sharp'
import { keepPhotos, storeFile } from './keep-files.ts'
import { contentTypes, variantNamed, variantsIn, type PictureFormat, type Variant, type VariantSet } from './picture-rules.ts'
import type { FileStore } from './storage.ts'
import { findFile } from './store.ts'

type Making = { db: Db; files: FileStore }
type Source = { id: string; fileId: string }

/** Pictures of one kind, such as those of stories: their sizes, and where their module keeps them. */
export type PictureKind = {
  variants: VariantSet
  findVariant(db: DbOrTrx, pictureId: string, variant: Variant): Promise<string | undefined>
  /** False when another process inserted it first, or the picture is gone. */
  insertVariant(trx: DbOrTrx, pictureId: string, variant: Variant, fileId: string): Promise<boolean>
  /** All pictures with the variants that they have, in the order in which the missing ones are made. */
  readMade(db: DbOrTrx): Promise<(Source & { width: number; made: Variant[] })[]>
}

/**
 * The file of a variant, made on first use. When several processes make it, the row of the first wins; the other files
 * are loose and removed after a day. Undefined when the picture is gone.
 */
export async function makeVariant(
  { db, files }: Making,
  kind: PictureKind,
  picture: Source,
  variant: Variant,
  now: Date,
): Promise<string | undefined> {
  const made = await kind.findVariant(db, picture.id, variant)
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
      if (!(await kind.insertVariant(trx, picture.id, variant, file.id))) return refuse({ code: 'made_already' })
      return (await keepPhotos(trx, [file.id], null, now, '')).ok ? ok(undefined) : refuse({ code: 'made_already' })
    })
    return first.ok ? file.id : await kind.findVariant(db, picture.id, variant)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

const drawn = async (original: Buffer, { width, format }: Variant): Promise<Buffer> =>
  inFormat((await loadSharp())(original).resize({ width, withoutEnlargement: true }), format).toBuffer()

function inFormat(picture: Sharp, format: PictureFormat): Sharp {
  // Twice the effort takes more than twice the time and saves one per cent.
  if (format === 'avif') return picture.avif({ quality: 55, effort: 1 })
  return format === 'webp' ? picture.webp({ quality: 76 }) : picture.jpeg({ quality: 78, mozjpeg: true })
}

type Options = { stop?: AbortSignal; onFailure?: OnFailure }

/** Makes missing variants ahead of their first use; answers how many. A picture that fails keeps none of the others. */
export async function makeVariants(making: Making, kind: PictureKind, now: Date, { stop, onFailure }: Options = {}): Promise<number> {
  let count = 0
  const pictures = new Map((await kind.readMade(making.db)).map((one) => [one.id, one]))
  const make = async ([id]: string[]) => {
    const { made, ...picture } = pictures.get(id!)!
    const there = new Set(made.map(({ width, format }) => `${width}.${format}`))
    for (const variant of variantsIn(kind.variants, picture)) {
      if (stop?.aborted) return
      if (there.has(`${variant.width}.${variant.format}`)) continue
      if (await makeVariant(making, kind, picture, variant, now)) count += 1
    }
  }
  await inBatchesOrAlone([...pictures.keys()], 1, make, onFailure)
  return count
}

/** Undefined when the member has no such file, or it is no picture. `known`: files that are in use here, whoever uploaded them. */
export async function measurePicture(
  db: Db,
  files: FileStore,
  fileId: string,
  ownerId: string,
  known: ReadonlySet<string> = new Set(),
): Promise<{ width: number; height: number } | undefined> {
  const file = await findFile(db, fileId)
  if (!file || (file.owner_id !== ownerId && !known.has(fileId)) || !file.type.startsWith('image/')) return undefined
  const sharp = await loadSharp()
  const { width, height } = await sharp(await buffer(await files.open(fileId))).metadata()
  return { width, height }
}

type OpenedVariant = { type: string; bytes: Buffer }

/** Opens pictures in one of their sizes, such as 800.webp. Concurrent first requests share one computation. */
export function openVariants(making: Making, kind: PictureKind) {
  const share: ShareRuns<string | undefined> = shareRuns()
  return async (picture: Source & { width: number }, size: string, now: Date): Promise<OpenedVariant | undefined> => {
    const wanted = variantNamed(size)
    if (!wanted || !variantsIn(kind.variants, picture).some((one) => one.width === wanted.width && one.format === wanted.format))
      return undefined
    const fileId = await share(`${picture.id} ${size}`, () => makeVariant(making, kind, picture, wanted, now))
    if (!fileId) return undefined
    // Read whole: variants are small, and an unread stream (HEAD) would stay open.
    return { type: contentTypes[wanted.format], bytes: await buffer(await making.files.open(fileId)) }
  }
}

/** Published pictures are cached as immutable, since another file is another picture; previews are private. */
export const variantHeaders = ({ type, bytes }: OpenedVariant, isPublic = true) => ({
  'content-type': type,
  'content-length': String(bytes.length),
  'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
  'x-content-type-options': 'nosniff',
})
