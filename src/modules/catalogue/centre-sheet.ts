import { textKinds } from '#modules/centre/rules.ts'
import type { WholeCentreFile } from '#modules/centre/wire.ts'
import type { SheetRow } from './workbook-sheets.ts'

/**
 * The centre in a workbook: a row for each field, with its value in one column, or in two when it is in both languages. The
 * own texts of a centre may be empty, which hides the text that the service comes with; an empty cell means that one.
 */
const wordFields = new Set(['name', 'shortName', 'address', 'deskHours', 'parking'])
const coordinates = new Set(['latitude', 'longitude'])
const texts = new Set<string>(textKinds)
const emptyText = '""'

type Values = Record<string, unknown>

export function centreRows({ position, texts: own, ...centre }: WholeCentreFile): Values[] {
  const cellOf = (text: string | null) => (text === '' ? emptyText : text)
  return [
    ...Object.entries(centre).map(([field, value]) => ({ field, ...(typeof value === 'string' || value === null ? { value } : value) })),
    ...[...coordinates].map((field) => ({ field, value: position?.[field as 'latitude' | 'longitude'] })),
    ...Object.entries(own).map(([field, { tw, en }]) => ({ field, tw: cellOf(tw), en: cellOf(en) })),
  ]
}

type Reporting = {
  note(path: string, line: number): void
  /** A field that stands in two rows. */
  twice(field: string, line: number): void
}

/** The section of the file that the rows say, yet to be parsed: what does not fit stays, so that its error names it. */
export function centreFrom(rows: SheetRow[], { note, twice }: Reporting): Values {
  const centre = new Map<string, unknown>()
  const place = new Map<string, unknown>()
  const own = new Map<string, unknown>()
  for (const { values, line } of rows) {
    const field = String(values.field ?? '')
    const [within, path] = texts.has(field)
      ? [own, `texts.${field}`]
      : coordinates.has(field)
        ? [place, `position.${field}`]
        : [centre, field]
    if (within.has(field)) {
      twice(field, line)
      continue
    }
    note(path, line)
    within.set(field, within === own ? ownTexts(values) : within === place ? numberFrom(values.value) : valueOf(field, values))
  }
  return Object.fromEntries([
    ...centre,
    ...(place.size > 0 ? [['position', positionFrom(place)] as const] : []),
    ...(own.size > 0 ? [['texts', Object.fromEntries(own)] as const] : []),
  ])
}

function ownTexts({ tw = null, en = null }: Values): Values {
  const textOf = (cell: unknown) => (cell === emptyText ? '' : cell)
  return { tw: textOf(tw), en: textOf(en) }
}

function valueOf(field: string, { value, tw, en }: Values): unknown {
  const inBoth = tw !== undefined || en !== undefined || (wordFields.has(field) && value === undefined)
  if (inBoth) return { tw: tw ?? '', en: en ?? '' }
  return value ?? (field === 'colour' ? null : '')
}

/** Two empty cells: the centre is not on the map. */
const positionFrom = (place: ReadonlyMap<string, unknown>): Values | null =>
  [...place.values()].every((value) => value === undefined) ? null : Object.fromEntries(place)

const numberFrom = (cell: unknown): unknown => (typeof cell === 'string' && /^-?\d{1,3}(\.\d+)?$/.test(cell) ? Number(cell) : cell)
