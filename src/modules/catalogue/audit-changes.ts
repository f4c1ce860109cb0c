import type { Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { dataLocales } from '#i18n/languages.ts'
import { inEach, type Words } from '#i18n/words.ts'
import type { PriceChange } from '#modules/audit/rules.ts'
import type { FieldChange } from './diff-files.ts'
import type { Preview, Touched } from './preview-change.ts'
import type { PriceEffect } from './price-effects.ts'
import type { WholeFile } from './file.ts'
import type { PictureFile, PriceListFile } from './file-wire.ts'
import { namesOf } from './present.ts'
import { fieldText, labelText, levelsText, namedOrder, partText, picturesText, type Names } from './texts.ts'

/** One entry for each part: the fields that changed, before and after, and how many bookings were cancelled. The centre writes its own. */
export async function auditChanges(trx: Trx, audit: Audit, preview: Preview, reason: string): Promise<void> {
  const names = namesOf(preview)
  for (const [part, changes] of Map.groupBy(preview.changes, (change) => change.part)) {
    if (part === 'centre') continue
    const kind = part.split(':')[0]!
    const code = part.slice(kind.length + 1)
    const touched = preview.touched.filter((booking) => part === partThatTouched(booking, preview))
    const subject = { kind, id: part, label: inEach((locale) => partText(part, names, locale)) }
    const note = reason ? { note: reason } : {}
    const [ofPrices, others] = [changes.filter(isPrice), changes.filter((change) => !isPrice(change))]
    if (others.length > 0 || touched.length > 0)
      await audit(trx, {
        action: `${kind}.${deedOf(others)}`,
        subject,
        before: valuesOf(others, 'before', names),
        after: {
          ...valuesOf(others, 'after', names),
          ...labelsOf(others, names),
          ...(touched.length > 0 ? { cancelledBookings: touched.length } : {}),
        },
        ...note,
      })
    if (ofPrices.length > 0) {
      const lists = ofPrices.filter(({ field }) => !field.startsWith('price.'))
      const prices = pricesOf(preview, code, ofPrices)
      await audit(trx, {
        action: 'prices.changed',
        subject,
        before: listValuesOf(lists, 'before'),
        after: { ...listValuesOf(lists, 'after'), prices },
        ...note,
      })
    }
  }
}

/** Each cancelled booking counts once: for its facility if that changed, otherwise for the holidays. */
const partThatTouched = ({ facility }: Touched, { parts }: Preview): string =>
  parts.includes(`facility:${facility}`) ? `facility:${facility}` : 'holidays'

/** Of a facility that stays: a price, or a list with its levels, fees and deposit. */
const isPrice = ({ field }: FieldChange): boolean => field.startsWith('price.') || field.split('.')[0] === 'priceList'

/** More is no sentence any more. */
const longestPrices = 40

/** What changes from today on, by identities that pay the same; if nothing does, what changes in lists of the past. */
function pricesOf(preview: Preview, code: string, changes: FieldChange[]): PriceChange[] {
  const { prices, before, after } = preview
  const facility = [...after.facilities, ...before.facilities].find((one) => one.code === code)
  const courts = (facility?.courts ?? []).filter(({ retired }) => !retired)
  const effects = prices.filter((one) => one.facility === code)
  const wanted = effects.length > 0 ? effects : changes.flatMap((change) => pastEffect(change, code, preview))
  const alike = Map.groupBy(wanted, ({ identity: _, facility: __, ...rest }) => JSON.stringify(rest))
  const nameOf = (identity: string) => after.identities.find((one) => one.code === identity)?.name ?? { tw: identity, en: identity }
  return [...alike.values()].slice(0, longestPrices).map((group) => ({
    identities: group.map(({ identity }) => nameOf(identity)),
    courts:
      group[0]!.courts.length === courts.length ? [] : courts.filter((one) => group[0]!.courts.includes(one.code)).map(({ name }) => name),
    from: group[0]!.day,
    before: group[0]!.before,
    after: group[0]!.after,
  }))
}

/** A change of one price in a list that no longer holds: its key is the list's first day, and the courts if not all. */
function pastEffect({ key, field, before, after }: FieldChange, facility: string, preview: Preview): PriceEffect[] {
  if (!field.startsWith('price.')) return []
  const [day = '', ...courts] = key.split(/,? /)
  const named = (value: unknown, side: WholeFile) => {
    const levels = side.facilities.find(({ code }) => code === facility)?.priceLists.find(({ from }) => from === day)?.levels ?? []
    return Array.isArray(value) ? levels.map(({ name }, n) => ({ level: name, price: Number(value[n]) })) : null
  }
  return [
    {
      facility,
      identity: field.slice('price.'.length),
      courts,
      day,
      before: named(before, preview.before),
      after: named(after, preview.after),
    },
  ]
}

function deedOf(changes: FieldChange[]): 'added' | 'removed' | 'retired' | 'changed' {
  const whole = changes.find(({ field }) => field === 'facility')
  if (whole) return whole.before === null ? 'added' : 'removed'
  return changes.some(({ field, key, after }) => field === 'retired' && key === '' && after === true) ? 'retired' : 'changed'
}

const keyOf = ({ key, field }: FieldChange): string => [key, field].filter(Boolean).join(' ')

/** What the fields are called in both languages: the log is read when the thing may have another name. */
function labelsOf(changes: FieldChange[], names: Names): { labels?: Record<string, Words> } {
  const labels = changes.filter((change) => !isHoliday(change)).map((change) => [keyOf(change), labelIn(change, names)] as const)
  return labels.length === 0 ? {} : { labels: Object.fromEntries(labels) }
}

/** 羽球場 1 › 名稱（中文）; the part that it belongs to is the subject of the entry. */
const labelIn = (change: FieldChange, names: Names): Words =>
  inEach((locale) => {
    const [whole, thing] = [partText(change.part, names, locale), labelText(change, names, locale)]
    const field = fieldText(change, names, locale)
    return thing === whole ? field : `${thing.slice(whole.length + ' › '.length)} › ${field}`
  })

/** Things that come or go, and the order of things, are written by their names: the log holds no whole documents. */
function valuesOf(changes: FieldChange[], side: 'before' | 'after', names: Names): Record<string, unknown> {
  const [ofHolidays, others] = [changes.filter(isHoliday), changes.filter((change) => !isHoliday(change))]
  return {
    ...Object.fromEntries(others.map((change) => [keyOf(change), shortened(namedIn(change, change[side], names))])),
    ...Object.fromEntries(
      [...Map.groupBy(ofHolidays, ({ key }) => key)].map(([day, own]) => [
        day,
        Object.assign({}, ...own.map((one) => holidayOf(one, side))),
      ]),
    ),
  }
}

const isHoliday = ({ part }: FieldChange): boolean => part === 'holidays'

/** A holiday is written under its day: its name, and whether the centre is closed. */
function holidayOf(change: FieldChange, side: 'before' | 'after'): Record<string, unknown> {
  if (change.field !== 'holidays') return { [change.field]: shortened(change[side]) }
  const { name, closed } = (change[side] ?? { name: null }) as { name: unknown; closed?: true }
  return { name, ...(closed ? { closed } : {}) }
}

/** Of price lists, by their first day; levels and their hours are written in words. */
function listValuesOf(changes: FieldChange[], side: 'before' | 'after'): Record<string, unknown> {
  const byDay = Map.groupBy(changes, ({ key }) => key)
  const valueOf = ({ field, [side]: value }: FieldChange) =>
    field.endsWith('.levels') && Array.isArray(value)
      ? inEach((locale) => levelsText(value as PriceListFile['levels'], locale))
      : shortened(value)
  return Object.fromEntries(
    [...byDay].map(([day, some]) => [day, Object.fromEntries(some.map((change) => [change.field.split('.').at(-1)!, valueOf(change)]))]),
  )
}

/** The same in both languages. */
function namedIn(change: FieldChange, value: unknown, names: Names): unknown {
  if (!Array.isArray(value)) return value
  if (change.field === 'pictures') return inEach((locale) => picturesText(value as PictureFile[], locale))
  if (change.field !== 'order') return value
  return inEach((locale) => (namedOrder(change, value, names, locale) as string[]).join('、'))
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, 200)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return JSON.stringify(value).length > 400 ? value.length : value
  if (dataLocales.every((locale) => locale in value)) return value
  const { name, from, wall } = value as Record<string, unknown>
  return name ?? from ?? wall ?? Object.keys(value).length
}
