import { centreRows } from './centre-sheet.ts'
import type { WholeFile } from './file.ts'
import { areUsualLevels } from '#modules/venues/price-rules.ts'
import type { FacilityFile, LevelPrices } from './file-wire.ts'
import { isNamed } from './present.ts'
import { nameOf } from './rows-to-file.ts'
import { priceColumns, sheets, type Column, type SheetKey } from './workbook-sheets.ts'

type Values = Record<string, unknown>
type Rows = Partial<Record<SheetKey, Values[]>>

/** The catalogue as a workbook, with a sheet for each kind of thing. Reading it gives the same catalogue. */
export async function writeWorkbook(file: WholeFile): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx')
  const rows = rowsOf(file)
  return writeXlsx({
    sheets: (Object.keys(rows) as SheetKey[]).map((key) => {
      const columns: readonly Column[] = sheets[key].columns
      return {
        name: nameOf(key),
        columns: columns.map(({ width }) => ({ width: width ?? 16 })),
        rows: [
          columns.map((column) => `${column.key} ${column.title}`),
          ...rows[key]!.map((values) => columns.map((column) => cellOf(values[column.key], column))),
        ],
        freezePane: { rows: 1 },
      }
    }),
  })
}

function cellOf(value: unknown, { kind }: Column): string | number | boolean | null {
  if (value === undefined || value === null) return null
  if (kind === 'json') return JSON.stringify(value)
  if (Array.isArray(value)) return value.join(kind === 'lines' ? '\n' : ', ')
  return value as string | number | boolean
}

const names = ({ name }: { name: { tw: string; en: string } }) => ({ nameTw: name.tw, nameEn: name.en })

function rowsOf({ centre, identities, facilities, holidays, lockers, rules }: WholeFile): Rows {
  return {
    ...(isNamed(centre) ? { centre: centreRows(centre) } : {}),
    identities: identities.map((one) => ({ ...one, ...names(one) })),
    facilities: facilities.map((one) => ({
      ...one,
      ...names(one),
      aboutTw: one.about.tw,
      aboutEn: one.about.en,
      placeTw: one.place.tw,
      placeEn: one.place.en,
      rulesTw: one.rules.tw,
      rulesEn: one.rules.en,
    })),
    ...facilityRows(facilities),
    holidays: holidays.map((one) => ({ ...one, ...names(one) })),
    'locker-sizes': lockers.sizes.map((one) => ({ ...one, ...names(one) })),
    'locker-terms': lockers.sizes.flatMap(({ code, terms }) => terms.map((term) => ({ size: code, ...term }))),
    'locker-walls': lockers.walls,
    rules: Object.entries(rules).flatMap(([group, values]) => Object.entries(values).map(([rule, value]) => ({ group, rule, value }))),
  }
}

function facilityRows(facilities: FacilityFile[]): Rows {
  const each = (make: (facility: FacilityFile) => Values[]) =>
    facilities.flatMap((one) => make(one).map((values) => ({ facility: one.code, ...values })))
  const priced = (from: string, court: string | undefined, prices: Record<string, LevelPrices>) =>
    Object.entries(prices).map(([identity, byLevel]) => ({
      ...Object.fromEntries(byLevel.map((price, n) => [priceColumns[n], price])),
      from,
      court,
      identity,
    }))
  return {
    pictures: each(({ pictures = [] }) =>
      pictures.map(({ file, alt, focus }) => ({ file, altTw: alt.tw, altEn: alt.en, focusX: focus.x, focusY: focus.y })),
    ),
    courts: each(({ courts }) => courts.map((court) => ({ ...court, ...names(court) }))),
    timetables: each(({ timetables }) => timetables),
    hours: each(({ timetables }) =>
      timetables.flatMap(({ from, hours }) =>
        hours.map(({ season, ...entry }) => ({ from, ...entry, seasonFrom: season?.from, seasonTo: season?.to })),
      ),
    ),
    'price-lists': each(({ priceLists }) => priceLists),
    'price-levels': each(({ priceLists }) =>
      priceLists.flatMap(({ from, levels }) => (areUsualLevels(levels) ? [] : levels.map((level) => ({ from, ...names(level) })))),
    ),
    peak: each(({ priceLists }) =>
      priceLists.flatMap((list) =>
        list.levels.flatMap(({ name, hours }) =>
          hours.map(({ days, from, to }) => ({
            from: list.from,
            level: areUsualLevels(list.levels) ? undefined : name.tw,
            days,
            start: from,
            end: to,
          })),
        ),
      ),
    ),
    prices: each(({ priceLists }) =>
      priceLists.flatMap(({ from, prices, courts = {} }) => [
        ...priced(from, undefined, prices),
        ...Object.entries(courts).flatMap(([court, own]) => priced(from, court, own)),
      ]),
    ),
  }
}
