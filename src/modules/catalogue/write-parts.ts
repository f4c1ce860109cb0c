import type { Trx } from '#db/connect.ts'
import { deleteIdentities, writeIdentities } from '#modules/accounts/identity-store.ts'
import { furnishLockers } from '#modules/lockers/furnish-store.ts'
import type { RulesFile } from '#modules/settings/rules-wire.ts'
import { hasSetting, writeRules, writeSetting } from '#modules/settings/store.ts'
import {
  deleteCourts,
  deleteFacilities,
  orderFacilities,
  writeCourts,
  writeFacility,
  writeHolidays,
  writePriceLists,
  writeTimetables,
} from '#modules/venues/write-store.ts'
import { releaseFiles } from '#modules/files/keep-files.ts'
import { putFacilityPictures } from '#modules/venues/picture-store.ts'
import type { WholeFile } from './file.ts'
import type { FacilityFile } from './file-wire.ts'
import type { Measured } from './measure-pictures.ts'
import { matrixOf } from './normal-form.ts'
import type { Audit } from '#http/audit.ts'
import { inEach } from '#i18n/words.ts'
import { partText } from './texts.ts'

const noNames = { facilities: [], identities: [], sizes: [] }

/**
 * Notes that somebody has saved a group of rules as the defaults have it: an empty row, under which the defaults go on to hold.
 * Setting up is then done with the rules.
 */
export async function acceptDefaults(
  trx: Trx,
  rules: RulesFile | undefined,
  { by, audit }: { by: string | null; audit: Audit },
  now: Date,
): Promise<void> {
  for (const group of Object.keys(rules ?? {})) {
    // Tiers of refunds have a table of their own.
    if (group === 'refunds' || (await hasSetting(trx, group))) continue
    await writeSetting(trx, group, {}, by, now)
    const label = inEach((locale) => partText(`rules:${group}`, noNames, locale))
    await audit(trx, { action: 'rules.changed', subject: { kind: 'rules', id: `rules:${group}`, label }, before: {}, after: {} })
  }
}

type Planned = { before: WholeFile; after: WholeFile; parts: string[] }
type By = { by: string | null; measured?: Measured }

/** Writes the parts that changed, each through the module that owns its tables. Answers the ids of the facilities. */
export async function writeParts(trx: Trx, { before, after, parts }: Planned, changing: By, now: Date): Promise<number[]> {
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
  const ids = await writeFacilities(trx, { before, after, parts }, changing, now)
  if (parts.includes('holidays')) await writeHolidays(trx, after.holidays)
  if (parts.includes('lockers')) await furnishLockers(trx, after.lockers, now)
  const groups = Object.entries(after.rules).filter(([group]) => parts.includes(`rules:${group}`))
  if (groups.length > 0) await writeRules(trx, Object.fromEntries(groups) as RulesFile, changing.by, now)
  return ids
}

async function writeFacilities(trx: Trx, { before, after, parts }: Planned, changing: By, now: Date): Promise<number[]> {
  const kept = new Set(after.facilities.map(({ code }) => code))
  const files = await deleteFacilities(
    trx,
    before.facilities.map(({ code }) => code).filter((code) => !kept.has(code)),
  )
  await releaseFiles(trx, files, now)
  const changed = after.facilities.filter(({ code }) => parts.includes(`facility:${code}`))
  const courts = new Set(changed.flatMap((facility) => facility.courts.map(({ code }) => code)))
  const gone = before.facilities
    .filter(({ code }) => parts.includes(`facility:${code}`) && kept.has(code))
    .flatMap((facility) => facility.courts.map(({ code }) => code))
    .filter((code) => !courts.has(code))
  await deleteCourts(trx, gone)
  const ids: number[] = []
  for (const facility of changed) ids.push(await writeOne(trx, facility, changing, now))
  if (changed.length > 0 || parts.includes('facilities')) await orderFacilities(trx, [...kept])
  return ids
}

async function writeOne(trx: Trx, facility: FacilityFile, { by, measured = new Map() }: By, now: Date): Promise<number> {
  const { pictures = [], courts, timetables, priceLists, retired, ...rest } = facility
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
  const placed = pictures.map(({ file, alt, focus }) => ({ fileId: file, alt, focus }))
  await releaseFiles(trx, await putFacilityPictures(trx, id, placed, measured), now)
  return id
}
