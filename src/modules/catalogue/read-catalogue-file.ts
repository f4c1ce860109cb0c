import type { DbOrTrx } from '#db/connect.ts'
import { presentFile } from '#modules/centre/present.ts'
import { readCentre } from '#modules/centre/store.ts'
import { readFurniture, readRentedNumbers } from '#modules/lockers/furnish-store.ts'
import { readRules } from '#modules/settings/store.ts'
import { CatalogueFile, type WholeFile } from './file.ts'
import { normalFile } from './merge-changes.ts'
import { readInUse, readSections } from './read-store.ts'
import { z } from 'zod'
import { createHash } from 'node:crypto'

/** The whole catalogue as a file, in normal form. */
export async function readCatalogueFile(db: DbOrTrx): Promise<WholeFile> {
  return normalFile({
    centre: presentFile(await readCentre(db)),
    ...(await readSections(db)),
    lockers: await readFurniture(db),
    rules: await readRules(db),
  })
}

/** What a change must respect: what is in use, what is booked ahead, who has an identity, which lockers are rented. */
export async function readUse(db: DbOrTrx, now: Date) {
  const { facilities, courts, identities, bookedAhead, holders } = await readInUse(db, now)
  const { rented, everRented } = await readRentedNumbers(db)
  return {
    inUse: { facilities: new Set(facilities), courts: new Set(courts), identities: new Set(identities) },
    bookedAhead: new Set(bookedAhead),
    holders: new Map(Object.entries(holders)),
    rented: new Set(rented),
    everRented: new Set(everRented),
  }
}

/** Where the schema of catalogue files is published. */
export const schemaAddress = (publicUrl: string): string => `${publicUrl.replace(/\/$/, '')}/catalogue.schema.json`

/** JSON Schema of catalogue files. What concerns several fields, such as codes that are there twice, only an import checks. */
export const catalogueSchema = (publicUrl: string): object => ({
  ...z.toJSONSchema(CatalogueFile, { io: 'input' }),
  $id: schemaAddress(publicUrl),
  title: 'Fieldhouse catalogue',
  description:
    'What a sports centre offers: the centre, identities, facilities with courts, hours and prices, holidays, lockers and rules.',
})

/** Parts of a catalogue with their content. A change names the revision of each part that it is based on. */
export function partsOf(file: WholeFile): Map<string, unknown> {
  return new Map<string, unknown>([
    ['centre', file.centre],
    ['identities', file.identities],
    ['facilities', file.facilities.map(({ code }) => code)],
    ...file.facilities.map((facility) => [`facility:${facility.code}`, facility] as const),
    ['holidays', file.holidays],
    ['lockers', file.lockers],
    ...Object.entries(file.rules).map(([group, rules]) => [`rules:${group}`, rules] as const),
  ])
}

/** A hash of each part's content, the same for the same content. */
export const revisionsOf = (file: WholeFile): Record<string, string> =>
  Object.fromEntries([...partsOf(file)].map(([part, content]) => [part, revisionOf(content)]))

const revisionOf = (content: unknown): string => createHash('sha256').update(sorted(content)).digest('hex').slice(0, 16)

/** JSON with the keys of every object in order. */
const sorted = (content: unknown): string =>
  JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  ) ?? ''
