import type { DbOrTrx } from '#db/connect.ts'
import { presentFile } from '#modules/centre/present.ts'
import { readCentre } from '#modules/centre/store.ts'
import { readFurniture, readRentedNumbers } from '#modules/lockers/furnish-store.ts'
import { readRules } from '#modules/settings/store.ts'
import type { WholeFile } from './file.ts'
import { normalFile } from './merge-changes.ts'
import { readInUse, readSections } from './read-store.ts'

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
