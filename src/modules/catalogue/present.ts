import type { Locale } from '#i18n/locale.ts'
import { say, type Words } from '#i18n/words.ts'
import { formatName, formatVersion, shortFacility } from './file-wire.ts'
import type { FileError } from './file-errors.ts'
import type { WholeFile } from './file.ts'
import { aroundDifference } from './diff-files.ts'
import type { Conflict, Preview, Touched } from './preview-change.ts'
import { consequenceText, courtText, errorText, fieldText, labelText, namedOrder, partText, valueText, type Names } from './texts.ts'
import type { CatalogueError, PlanAnswer, TouchedBooking } from './wire.ts'

/** Until then its section has no valid name, and is left out of files. */
export const isNamed = ({ name }: WholeFile['centre']): boolean => name.tw !== ''

/** The catalogue as a document that an import accepts. */
export function presentDocument({ centre, ...sections }: WholeFile) {
  return { format: formatName, version: formatVersion, ...(isNamed(centre) ? { centre } : {}), ...sections } as const
}

/** The same as it is written to a file: the two usual price levels are short. */
export function presentExport(file: WholeFile) {
  const { facilities, ...rest } = presentDocument(file)
  return { ...rest, facilities: facilities.map(shortFacility) }
}

/** How many bookings are listed, more than a day of a whole centre has; all of them are counted. */
const touchedShown = 1000

/** A file of rubbish has as many errors as lines; this many are enough to begin with. */
export const errorsShown = 1000

export function presentPlan(preview: Preview, locale: Locale): PlanAnswer {
  const names = namesOf(preview)
  const nameOf = (list: { code: string; name: Words }[], code: string) => say(list.find((one) => one.code === code)?.name, locale) ?? code
  const facilityOf = (code: string) => names.facilities.find((one) => one.code === code)
  return {
    errors: presentErrors(preview.errors, locale),
    changes: preview.changes.map((change) => ({
      ...change,
      label: labelText(change, names, locale),
      fieldLabel: fieldText(change, names, locale),
      ...textsOf(change, names, locale),
    })),
    touched: {
      count: preview.touched.length,
      refund: preview.touched.reduce((sum, { paid }) => sum + paid, 0),
      items: preview.touched.slice(0, touchedShown).map((one) => presentTouched(one, nameOf(names.facilities, one.facility), locale)),
    },
    prices: preview.prices.map((effect) => ({
      ...effect,
      courtNames: effect.courts.map((code) => courtText(code, facilityOf(effect.facility), locale)),
      facilityName: nameOf(names.facilities, effect.facility),
      identityName: nameOf(names.identities, effect.identity),
      before: effect.before?.map(({ level, price }) => ({ level: say(level, locale), price })) ?? null,
      after: effect.after?.map(({ level, price }) => ({ level: say(level, locale), price })) ?? null,
    })),
    consequences: preview.consequences.map((one) => consequenceText(one, locale)),
    conflicts: preview.conflicts.map((conflict) => presentConflict(conflict, names, locale)),
    revisions: preview.revisions,
  }
}

function textsOf(change: Preview['changes'][number], names: Names, locale: Locale): { beforeText: string; afterText: string } {
  const said = (value: unknown) => valueText(change.field, namedOrder(change, value, names, locale), locale)
  const [beforeText, afterText] = aroundDifference(said(change.before), said(change.after))
  return { beforeText, afterText }
}

/** Names as they will be, then as they were. */
export const namesOf = ({ before, after }: Pick<Preview, 'before' | 'after'>): Names => ({
  facilities: [...after.facilities, ...before.facilities],
  identities: [...after.identities, ...before.identities],
  sizes: [...after.lockers.sizes, ...before.lockers.sizes],
})

export const presentErrors = (errors: FileError[], locale: Locale): CatalogueError[] =>
  errors.slice(0, errorsShown).map((error) => {
    const { part, path, code, sheet, line } = error
    return {
      part,
      path,
      code,
      ...(sheet === undefined ? {} : { sheet }),
      ...(line === undefined ? {} : { line }),
      message: errorText(error, locale),
    }
  })

const presentTouched = (
  { orderNo, facility, court, courtName, start, end, who, state, why, paid }: Touched,
  facilityName: string,
  locale: Locale,
): TouchedBooking => ({
  orderNo,
  facility,
  court,
  facilityName,
  courtName: say(courtName, locale),
  start: start.toISOString(),
  end: end.toISOString(),
  who,
  state,
  why,
  refund: paid,
})

const presentConflict = ({ part, now, changedBy, changedAt }: Conflict, names: Names, locale: Locale) => ({
  part,
  label: partText(part, names, locale),
  changedBy,
  changedAt: changedAt?.toISOString() ?? null,
  now,
})
