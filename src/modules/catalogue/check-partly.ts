import { FacilityFile, sections } from './file-wire.ts'
import { parseFile, type CatalogueChanges } from './file.ts'
import type { FileError } from './file-errors.ts'

/*
 * A file with wrong fields is also checked for what concerns several fields, as far as the rest of it can be read: whoever
 * corrects it is told everything at once. What cannot be read is left blank, and errors that only the blank causes are dropped.
 */

type Raw = Record<string, unknown>

/** The sections and facilities of a wrong file as far as they can be read. */
export function readablePart(raw: Raw): CatalogueChanges {
  const { facilities, ...others } = sections
  const readable = Object.entries(others).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(raw[name])
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : []
  })
  const given = Array.isArray(raw.facilities) ? (raw.facilities as unknown[]) : undefined
  const isTooMany = given !== undefined && !facilities.safeParse(given.map(() => blank)).success
  return {
    ...(Object.fromEntries(readable) as CatalogueChanges),
    ...(given && !isTooMany ? { facilities: given.flatMap(readableFacility) } : {}),
  }
}

const words = { tw: '', en: '' }
const blank = {
  code: 'BLANK',
  sport: 'sport',
  name: { tw: '-', en: '-' },
  about: words,
  place: words,
  rules: { tw: [], en: [] },
  outdoor: false,
  drawing: 'studio',
  colour: '#000000',
  courts: [],
  timetables: [],
  priceLists: [],
} satisfies FacilityFile

/** A facility without a readable code is left out: the others cannot be compared with it. */
function readableFacility(given: unknown): FacilityFile[] {
  if (typeof given !== 'object' || given === null) return []
  const fields = Object.entries(FacilityFile.shape).map(([name, schema]) => {
    const parsed = schema.safeParse((given as Raw)[name])
    return [name, parsed.success ? parsed.data : (blank as Raw)[name], parsed.success] as const
  })
  const isCoded = fields.some(([name, , isReadable]) => name === 'code' && isReadable)
  return isCoded ? [Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as FacilityFile] : []
}

/** Codes of errors that something unreadable may have caused, by where that stands. */
const causedBy = {
  identities: ['unknown_identity', 'public_missing'],
  courts: ['unknown_court', 'unknown_floor'],
}
const missing = new Set(['courts_missing', 'timetable_missing', 'price_list_missing', 'public_price_missing', 'prices_after_hours'])

/** Of the errors of the readable part, those that are errors of the whole file too. */
export function withoutConsequences(found: FileError[], raw: unknown): FileError[] {
  const unreadable = parseFile(raw).errors
  const hasUnreadableIdentities = unreadable.some(({ part }) => part === 'identities')
  return found.filter(({ part, path, code }) => {
    if (missing.has(code)) return false
    if (hasUnreadableIdentities && causedBy.identities.includes(code)) return false
    const around = unreadable.filter((error) => error.part === part)
    if (causedBy.courts.includes(code) && around.some((error) => error.path.startsWith('courts'))) return false
    return !around.some((error) => isInside(error.path, path) || isInside(path, error.path))
  })
}

const isInside = (path: string, whole: string): boolean => whole === '' || path === whole || path.startsWith(`${whole}.`)
