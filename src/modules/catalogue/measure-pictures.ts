import type { Db, Trx } from '#db/connect.ts'
import { keepFiles } from '#modules/files/keep-files.ts'
import { measurePicture } from '#modules/files/make-variant.ts'
import type { FileStore } from '#modules/files/storage.ts'
import type { CatalogueChanges } from './file.ts'
import type { FacilityFile } from './file-wire.ts'
import { readSections } from './read-store.ts'

/** By file: the measures of a picture. */
export type Measured = ReadonlyMap<string, { width: number; height: number }>

export const filesOf = (facilities: readonly FacilityFile[]): string[] =>
  facilities.flatMap(({ pictures = [] }) => pictures.map(({ file }) => file))

/**
 * Measures the pictures that changes bring into a facility, before the transaction: it reads files. Only what the caller has uploaded, or
 * what another facility shows already: whoever knows the id of somebody's file cannot publish it by a catalogue file.
 */
export async function measurePictures(
  { db, files }: { db: Db; files: FileStore },
  { facilities = [] }: CatalogueChanges,
  by: string,
): Promise<Measured> {
  const measured = new Map<string, { width: number; height: number }>()
  if (filesOf(facilities).length === 0) return measured
  const before = (await readSections(db)).facilities
  const known = new Set(filesOf(before))
  for (const { code, pictures = [] } of facilities) {
    const own = new Set(filesOf(before.filter((one) => one.code === code)))
    for (const { file } of pictures) {
      if (own.has(file) || measured.has(file)) continue
      const size = await measurePicture(db, files, file, by, known)
      if (size) measured.set(file, size)
    }
  }
  return measured
}

/** Marks new pictures as used, so that they are not removed. Those that are gone, or not the caller's, are left out of the answer. */
export async function keepMeasured(trx: Trx, measured: Measured | undefined, by: string | null, now: Date): Promise<Measured> {
  const kept = new Map(measured)
  if (kept.size === 0 || by === null) return new Map()
  const known = new Set(filesOf((await readSections(trx)).facilities))
  for (const file of kept.keys()) if (!known.has(file) && !(await keepFiles(trx, [file], by, now)).ok) kept.delete(file)
  return kept
}
