import { usualLevels } from '#modules/venues/price-rules.ts'
import { centred } from '#modules/venues/picture-rules.ts'
import { centreFrom } from './centre-sheet.ts'
import type { FileError } from './file-errors.ts'
import { formatName, formatVersion } from './file-wire.ts'
import { priceColumns, sheets, type SheetKey, type SheetRow } from './workbook-sheets.ts'

export type SheetRows = Map<SheetKey, SheetRow[]>
export type Where = { sheet?: string; line: number }
/** A document that is yet to be parsed, and where each part and path of it stands. */
export type FileFromRows = { raw: unknown; where: Map<string, Where>; errors: FileError[] }

export const placeKey = (part: string, path: string): string => `${part}|${path}`

type Values = Record<string, unknown>
type Raw = Record<string, unknown>
const both = (values: Values, name: string) => ({ tw: values[`${name}Tw`] ?? '', en: values[`${name}En`] ?? '' })
const flagged = (values: Values, key: 'retired' | 'closed' = 'retired') =>
  values[key] === undefined || values[key] === false ? {} : { [key]: values[key] }

/** Puts the rows of the sheets together. A section without any of its sheets is left out. */
export function fileFromRows(rows: SheetRows): FileFromRows {
  const where = new Map<string, Where>()
  const errors: FileError[] = []
  const raw: Raw = { format: formatName, version: formatVersion }
  const note = (part: string, path: string, sheet: SheetKey, line: number) =>
    where.set(placeKey(part, path), { sheet: nameOf(sheet), line })
  const list = (sheet: SheetKey, part: string, path: string, make: (values: Values) => Raw): Raw[] | undefined =>
    rows.get(sheet)?.map(({ values, line }, n) => {
      note(part, path ? `${path}.${n}` : String(n), sheet, line)
      return make(values)
    })
  for (const sheet of rows.keys()) note(sheet.startsWith('locker') ? 'lockers' : sheet, '', sheet, 1)
  raw.identities = list('identities', 'identities', '', (values) => ({
    code: values.code,
    name: both(values, 'name'),
    needsProof: values.needsProof,
    proofMonths: values.proofMonths ?? null,
    forCommunity: values.forCommunity,
    ...flagged(values),
  }))
  raw.holidays = list('holidays', 'holidays', '', (values) => ({
    day: values.day,
    name: both(values, 'name'),
    ...flagged(values, 'closed'),
  }))
  const twice = (part: string, field: string, sheet: SheetKey, line: number) =>
    void errors.push({ part, path: field, code: 'row_twice', params: { field: field.slice(0, 60) }, sheet: nameOf(sheet), line })
  const centre = rows.get('centre')
  if (centre)
    raw.centre = centreFrom(centre, {
      note: (path, line) => note('centre', path, 'centre', line),
      twice: (field, line) => twice('centre', field, 'centre', line),
    })
  raw.rules = rulesFrom(rows.get('rules'), note, twice)
  raw.lockers = lockersFrom(rows, list, note, errors)
  raw.facilities = facilitiesFrom(rows, note, errors)
  return { raw: Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined)), where, errors }
}

export const nameOf = (sheet: SheetKey): string => `${sheets[sheet].key} ${sheets[sheet].title}`

type Note = (part: string, path: string, sheet: SheetKey, line: number) => void
type List = (sheet: SheetKey, part: string, path: string, make: (values: Values) => Raw) => Raw[] | undefined

function rulesFrom(rows: SheetRow[] | undefined, note: Note, twice: Note): Raw | undefined {
  if (!rows) return undefined
  const rules = new Map<string, Map<string, unknown>>()
  for (const { values, line } of rows) {
    const [name, rule] = [String(values.group ?? ''), String(values.rule ?? '')]
    const group = rules.get(name) ?? new Map<string, unknown>()
    if (group.has(rule)) twice(`rules:${name}`, rule, 'rules', line)
    rules.set(name, group.set(rule, values.value))
    note(`rules:${name}`, rule, 'rules', line)
  }
  return Object.fromEntries([...rules].map(([name, group]) => [name, Object.fromEntries(group)]))
}

function lockersFrom(rows: SheetRows, list: List, note: Note, errors: FileError[]): Raw | undefined {
  const sizes = list('locker-sizes', 'lockers', 'sizes', (values) => ({
    code: values.code,
    name: both(values, 'name'),
    deposit: values.deposit,
    terms: [],
  }))
  const walls = list('locker-walls', 'lockers', 'walls', ({ wall, size, columns, rows: high }) => ({ wall, size, columns, rows: high }))
  if (!sizes && !walls) return undefined
  for (const { values, line } of rows.get('locker-terms') ?? []) {
    const n = (sizes ?? []).findIndex(({ code }) => code === values.size)
    if (n < 0)
      errors.push({
        part: 'lockers',
        path: 'sizes',
        code: 'unknown_size',
        params: { code: String(values.size) },
        sheet: nameOf('locker-terms'),
        line,
      })
    else {
      const terms = sizes![n]!.terms as Raw[]
      note('lockers', `sizes.${n}.terms.${terms.length}`, 'locker-terms', line)
      terms.push({ months: values.months, price: values.price })
    }
  }
  return { sizes: sizes ?? [], walls: walls ?? [] }
}

function facilitiesFrom(rows: SheetRows, note: Note, errors: FileError[]): Raw[] | undefined {
  const found = rows.get('facilities')
  const byCode = new Map<unknown, Raw>()
  const facilities = found?.map(({ values, line }, n) => {
    const code = values.code
    note(partOf(code, n), '', 'facilities', line)
    const facility = {
      code,
      sport: values.sport,
      name: both(values, 'name'),
      about: both(values, 'about'),
      place: both(values, 'place'),
      rules: { tw: values.rulesTw ?? [], en: values.rulesEn ?? [] },
      outdoor: values.outdoor,
      drawing: values.drawing,
      colour: values.colour,
      ...flagged(values),
      // Without their sheet they stay as they are.
      ...(rows.has('pictures') ? { pictures: [] as Raw[] } : {}),
      courts: [] as Raw[],
      timetables: [] as Raw[],
      priceLists: [] as Raw[],
    }
    if (!byCode.has(code)) byCode.set(code, facility)
    return facility
  })
  const inside = (sheet: SheetKey, add: (facility: Raw, values: Values, line: number) => string | undefined) => {
    for (const { values, line } of rows.get(sheet) ?? []) {
      const facility = byCode.get(values.facility)
      const why = facility ? add(facility, values, line) : 'unknown_facility'
      if (why)
        errors.push({
          part: `facility:${String(values.facility)}`,
          path: '',
          code: why,
          params: { code: String(values.facility), value: String(values.from) },
          sheet: nameOf(sheet),
          line,
        })
    }
  }
  fillFacilities(inside, note)
  return facilities
}

const partOf = (code: unknown, n: number): string => `facility:${typeof code === 'string' && code !== '' ? code.slice(0, 20) : `#${n + 1}`}`

type Inside = (sheet: SheetKey, add: (facility: Raw, values: Values, line: number) => string | undefined) => void

/** Adds an entry to a list inside a facility, and notes its line. */
const pushing =
  (note: Note) =>
  (facility: Raw, path: string, entries: Raw[], entry: Raw, sheet: SheetKey, line: number): undefined => {
    note(`facility:${String(facility.code)}`, `${path}.${entries.length}`, sheet, line)
    entries.push(entry)
  }

const listOf = (facility: Raw, name: 'timetables' | 'priceLists', from: unknown) => {
  const lists = facility[name] as Raw[]
  const n = lists.findIndex((one) => one.from === from)
  return n < 0 ? undefined : { list: lists[n]!, path: `${name}.${n}` }
}

function fillFacilities(inside: Inside, note: Note): void {
  const push = pushing(note)
  inside('pictures', (facility, { file, focusX, focusY, ...values }, line) => {
    const focus = focusX === undefined && focusY === undefined ? {} : { focus: { x: focusX ?? centred.x, y: focusY ?? centred.y } }
    return push(facility, 'pictures', facility.pictures as Raw[], { file, alt: both(values, 'alt'), ...focus }, 'pictures', line)
  })
  inside('courts', (facility, values, line) =>
    push(
      facility,
      'courts',
      facility.courts as Raw[],
      { code: values.code, name: both(values, 'name'), ...(values.on ? { on: values.on } : {}), ...flagged(values) },
      'courts',
      line,
    ),
  )
  inside('timetables', (facility, { from, slotMinutes, sessions = [] }, line) =>
    push(facility, 'timetables', facility.timetables as Raw[], { from, slotMinutes, hours: [], sessions }, 'timetables', line),
  )
  inside('hours', (facility, { from, days, opens, closes, seasonFrom, seasonTo }, line) => {
    const found = listOf(facility, 'timetables', from)
    const season = seasonFrom === undefined && seasonTo === undefined ? {} : { season: { from: seasonFrom, to: seasonTo } }
    return found
      ? push(facility, `${found.path}.hours`, found.list.hours as Raw[], { days, opens, closes, ...season }, 'hours', line)
      : 'timetable_missing'
  })
  inside('price-lists', (facility, { from, lightFee, lightFrom = null, deposit }, line) =>
    push(
      facility,
      'priceLists',
      facility.priceLists as Raw[],
      { from, levels: usualLevels([]), lightFee, lightFrom, deposit, prices: {} },
      'price-lists',
      line,
    ),
  )
  fillPriceLists(inside, note)
}

/** Levels, their hours and prices. A list without levels of its own has the usual ones. */
function fillPriceLists(inside: Inside, note: Note): void {
  const push = pushing(note)
  const withOwnLevels = new Set<Raw>()
  inside('price-levels', (facility, { from, ...values }, line) => {
    const found = listOf(facility, 'priceLists', from)
    if (!found) return 'price_list_missing'
    if (!withOwnLevels.has(found.list)) found.list.levels = []
    withOwnLevels.add(found.list)
    const level = { name: both(values, 'name'), hours: [] }
    return push(facility, `${found.path}.levels`, found.list.levels as Raw[], level, 'price-levels', line)
  })
  inside('peak', (facility, { from, level, days, start, end }, line) => {
    const found = listOf(facility, 'priceLists', from)
    if (!found) return 'price_list_missing'
    const levels = found.list.levels as { name: { tw: unknown }; hours: Raw[] }[]
    const n = level === undefined ? 1 : levels.findIndex(({ name }) => name.tw === level)
    if (!levels[n]) return 'unknown_level'
    return push(facility, `${found.path}.levels.${n}.hours`, levels[n].hours, { days, from: start, to: end }, 'peak', line)
  })
  inside('prices', (facility, { from, court, identity, ...values }, line) => {
    const found = listOf(facility, 'priceLists', from)
    if (!found) return 'price_list_missing'
    const [code, at] = [String(identity), court === undefined ? 'prices' : `courts.${String(court)}`]
    const courts = (found.list.courts ??= court === undefined ? undefined : {}) as Record<string, Raw> | undefined
    const prices = court === undefined ? (found.list.prices as Raw) : (courts![String(court)] ??= {})
    note(`facility:${String(facility.code)}`, `${found.path}.${at}.${code}`, 'prices', line)
    if (Object.hasOwn(prices, code)) return 'price_twice'
    const byLevel = priceColumns.map((column) => values[column])
    prices[code] = byLevel.slice(0, Math.max(2, byLevel.findLastIndex((price) => price !== undefined) + 1))
    return undefined
  })
}
