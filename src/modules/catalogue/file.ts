import { z } from 'zod'
import { CentreFile, type WholeCentreFile } from '#modules/centre/wire.ts'
import { RulesFile, type Rules } from '#modules/settings/rules-wire.ts'
import type { FileError } from './file-errors.ts'
import {
  formatName,
  formatVersion,
  sections,
  type FacilityFile,
  type HolidayFile,
  type IdentityFile,
  type LockersFile,
} from './file-wire.ts'

const parts = {
  centre: CentreFile.optional().describe('Name, contact, colour and texts; fields that are left out stay as they are'),
  ...sections,
  rules: RulesFile.optional().describe('Rules of booking, refunds, points and more; a group that is left out stays as it is'),
}

/** The whole document, as it is published as a JSON schema. */
export const CatalogueFile = z.strictObject({
  $schema: z.string().max(500).optional().describe('Where the schema of this document is published; editors read it'),
  format: z.literal(formatName, 'bad_format'),
  version: z.literal(formatVersion, 'bad_version'),
  ...parts,
})
export type CatalogueFile = z.output<typeof CatalogueFile>

/** Changes of a catalogue: the sections of a file. Facilities are whole, and found by their codes. */
const Sections = z.strictObject(parts)
export type CatalogueChanges = z.output<typeof Sections>

/** A catalogue with all of its sections. */
export type WholeFile = {
  /** Before the centre is named, its name is empty. */
  centre: WholeCentreFile
  identities: IdentityFile[]
  facilities: FacilityFile[]
  holidays: HolidayFile[]
  lockers: LockersFile
  rules: Rules
}

export type ParsedFile = { changes: CatalogueChanges; errors: FileError[] }

/** Parses a whole document. */
export function parseFile(raw: unknown): ParsedFile {
  const parsed = CatalogueFile.safeParse(raw)
  if (!parsed.success) return { changes: {}, errors: errorsOf(parsed.error, raw) }
  const { $schema: _, format: __, version: ___, ...changes } = parsed.data
  return { changes, errors: [] }
}

/** Parses sections without the head of a document, as screens send them. */
export function parseChanges(raw: unknown): ParsedFile {
  const parsed = Sections.safeParse(raw)
  return parsed.success ? { changes: parsed.data, errors: [] } : { changes: {}, errors: errorsOf(parsed.error, raw) }
}

function errorsOf(error: z.ZodError, raw: unknown): FileError[] {
  return error.issues.flatMap(unfold).flatMap((issue) => {
    const { part, path } = placeOf(issue.path, raw)
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ part, path: [...path, key].join('.'), code: 'unknown_field', params: { field: key.slice(0, 60) } }))
    return [{ part, path: path.join('.'), ...codeOf(issue, raw) }]
  })
}

type Issue = z.core.$ZodIssue

/** A union reports one issue; the branch that came nearest knows the field. */
function unfold(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || isCode(issue.message)) return [issue]
  const nearest = issue.errors.toSorted((a, b) => a.length - b.length)[0]
  return nearest?.length ? nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) : [issue]
}

/** Splits a path of the document into its part and the rest. A facility without a usable code is called by its number. */
export function placeOf(path: readonly PropertyKey[], raw: unknown): { part: string; path: string[] } {
  const [section, second, ...rest] = path.map(String)
  if (section === undefined) return { part: 'file', path: [] }
  if (section === 'facilities' && second !== undefined) {
    const code = valueAt(raw, [section, second, 'code'])
    return { part: `facility:${typeof code === 'string' && code !== '' ? code.slice(0, 20) : `#${Number(second) + 1}`}`, path: rest }
  }
  if (section === 'rules' && second !== undefined) return { part: `rules:${second}`, path: rest }
  if (!Object.hasOwn(parts, section)) return { part: 'file', path: path.map(String) }
  return { part: section, path: second === undefined ? [] : [second, ...rest] }
}

/** Schemas name the code of an error as their message. */
const isCode = (message: string): boolean => /^[a-z]+(_[a-z]+)+$/.test(message)

function codeOf(issue: Issue, raw: unknown): Pick<FileError, 'code' | 'params'> {
  const value = valueAt(raw, issue.path)
  const isMissing = value === undefined || value === null || value === ''
  if (isMissing && (issue.code === 'invalid_type' || issue.code === 'invalid_value')) return { code: 'required' }
  if (issue.message === 'not_whole' && typeof value !== 'number') return { code: 'not_number', params: { value: shown(value) } }
  if (isCode(issue.message) && issue.code !== 'too_small' && issue.code !== 'too_big')
    return { code: issue.message, params: { value: shown(value) } }
  switch (issue.code) {
    case 'invalid_type':
      return { code: typeCodes[issue.expected] ?? 'invalid', params: { value: shown(value) } }
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return { code: 'required' }
      return { code: 'too_low', params: { minimum: Number(issue.minimum), value: shown(value) } }
    case 'too_big':
      if (issue.origin === 'string') return { code: 'too_long', params: { maximum: Number(issue.maximum) } }
      return { code: issue.origin === 'array' ? 'too_many' : 'too_high', params: { maximum: Number(issue.maximum), value: shown(value) } }
    default:
      return { code: 'invalid', params: { value: shown(value) } }
  }
}

/** By the type that is expected; of the others, only that the value does not fit. */
const typeCodes: Partial<Record<string, string>> = { boolean: 'not_boolean', number: 'not_number' }

const shown = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 60)

const valueAt = (raw: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined), raw)
