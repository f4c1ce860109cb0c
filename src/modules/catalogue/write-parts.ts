import type { Trx } from '#db/connect.ts'
import { deleteIdentities, writeIdentities } from '#modules/accounts/identity-store.ts'
import { furnishLockers } from '#modules/lockers/furnish-store.ts'
import type { RulesFile } from '#modules/settings/rules-wire.ts'
import { writeRules } from '#modules/settings/store.ts'
import { deleteCourts, deleteFacilities } from '#modules/venues/delete-store.ts'
import {
  orderFacilities,
  writeCourts,
  writeFacility,
  writeHolidays,
  writePriceLists,
  writeTimetables,
} from '#modules/venues/write-store.ts'
import type { WholeFile } from './file.ts'
import type { FacilityFile } from './file-wire.ts'
import { matrixOf } from './normal-form.ts'

type Planned = { before: WholeFile; after: WholeFile; parts: string[] }

/** Writes the parts that changed, each through the module that owns its tables. Answers the ids of the facilities. */
export async function writeParts(trx: Trx, { before, after, parts }: Planned, by: string | null, now: Date): Promise<number[]> {
  const retiredAt = ({ retired }: { retired?: true | undefined }) => (retired ? now : null)
  if (parts.includes('identities')) {
    const codes = new Set(after.identities.map(({ code }) => code))
    await deleteIdentities(
      trx,
      before.identities.map(({ code }) => code).filter((code) => !codes.has(code)),
    )
    await writeIdentities(
      trx,
      after.identities.map((identity) => ({ ...identity, retiredAt: retiredAt(identity) })),
    )
  }
  const ids = await writeFacilities(trx, { before, after, parts }, by, now)
  if (parts.includes('holidays')) await writeHolidays(trx, after.holidays)
  if (parts.includes('lockers')) await furnishLockers(trx, after.lockers, now)
  const groups = Object.entries(after.rules).filter(([group]) => parts.includes(`rules:${group}`))
  if (groups.length > 0) await writeRules(trx, Object.fromEntries(groups) as RulesFile, by, now)
  return ids
}

async function writeFacilities(trx: Trx, { before, after, parts }: Planned, by: string | null, now: Date): Promise<number[]> {
  const kept = new Set(after.facilities.map(({ code }) => code))
  await deleteFacilities(
    trx,
    before.facilities.map(({ code }) => code).filter((code) => !kept.has(code)),
  )
  const changed = after.facilities.filter(({ code }) => parts.includes(`facility:${code}`))
  const courts = new Set(changed.flatMap((facility) => facility.courts.map(({ code }) => code)))
  const gone = before.facilities
    .filter(({ code }) => parts.includes(`facility:${code}`) && kept.has(code))
    .flatMap((facility) => facility.courts.map(({ code }) => code))
    .filter((code) => !courts.has(code))
  await deleteCourts(trx, gone)
  const ids: number[] = []
  for (const facility of changed) ids.push(await writeOne(trx, facility, by, now))
  if (changed.length > 0 || parts.includes('facilities')) await orderFacilities(trx, [...kept])
  return ids
}

async function writeOne(trx: Trx, facility: FacilityFile, by: string | null, now: Date): Promise<number> {
  const { courts, timetables, priceLists, retired, ...rest } = facility
  const id = await writeFacility(trx, { ...rest, retiredAt: retired ? now : null })
  await writeCourts(
    trx,
    id,
    courts.map((court) => ({ ...court, retiredAt: court.retired ? now : null })),
  )
  await writeTimetables(trx, id, timetables)
  const lists = priceLists.map(({ prices: _, courts: __, ...list }, n) => ({
    ...list,
    prices: Object.fromEntries(courts.map(({ code }) => [code, matrixOf(priceLists[n]!, code)])),
  }))
  await writePriceLists(trx, id, lists, by, now)
  return id
}
