import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { say, type Words } from '#i18n/words.ts'
import { dataLocaleOf, isDataLocale } from '#i18n/languages.ts'
import { ownValue } from '#lib/own-value.ts'
import type { Rules } from '#modules/settings/rules-wire.ts'
import type { Consequence } from './consequences.ts'
import type { FieldChange } from './diff-files.ts'
import type { FileError } from './file-errors.ts'
import type { WholeFile } from './file.ts'
import type { FacilityFile, LevelPrices, PictureFile, PriceListFile } from './file-wire.ts'

type Texts = Record<string, ((params: Record<string, unknown>, options: { locale: Locale }) => string) | undefined>

/** A message by a key that is only known at run time. */
const text = (key: string, locale: Locale, params: Record<string, unknown> = {}): string | undefined =>
  ownValue(m as unknown as Texts, key)?.(params, { locale })

/** An error in the caller's language. Codes that begin with field_ come from the schemas of centre and rules. */
export function errorText({ code, params = {} }: FileError, locale: Locale): string {
  const key = code.startsWith('field_') ? code : `catalogue_error_${code}`
  return text(key, locale, params) ?? m.catalogue_error_invalid({ value: '' }, { locale })
}

/** What a change does beside bookings and prices of courts. A name is given in both languages, a price as a number. */
export function consequenceText({ code, params }: Consequence, locale: Locale): string {
  const prices = Object.entries(params).filter(
    (entry): entry is [string, number] => /price$/i.test(entry[0]) && typeof entry[1] === 'number',
  )
  const said = Object.fromEntries(prices.map(([name, price]) => [name, formatMoney(price)]))
  return text(`catalogue_consequence_${code}`, locale, { ...params, ...said, name: params[dataLocaleOf(locale)] }) ?? code
}

export type Names = { facilities: FacilityFile[]; identities: WholeFile['identities']; sizes: WholeFile['lockers']['sizes'] }

/** What a part is called: 羽球館, 身分別, 預約規則 */
export function partText(part: string, { facilities }: Names, locale: Locale): string {
  const [kind = '', code = ''] = part.split(':')
  if (kind === 'facility') return say(facilities.find((one) => one.code === code)?.name, locale) ?? code
  if (kind === 'rules') return `${m.catalogue_part_rules({}, { locale })} › ${text(`catalogue_rules_${snake(code)}`, locale) ?? code}`
  return text(`catalogue_part_${kind}`, locale) ?? kind
}

export const courtText = (code: string, facility: FacilityFile | undefined, locale: Locale): string =>
  say(facility?.courts.find((one) => one.code === code)?.name, locale) ?? code

/** The order of things by their names instead of their codes; every other value as it is. */
export function namedOrder({ part, field }: FieldChange, value: unknown, { facilities, identities }: Names, locale: Locale): unknown {
  if (field !== 'order' || !Array.isArray(value)) return value
  const facility = facilities.find(({ code }) => part === `facility:${code}`)
  const things: { code: string; name: Words }[] = part === 'identities' ? identities : (facility?.courts ?? facilities)
  return value.map((code) => say(things.find((one) => one.code === code)?.name, locale) ?? code)
}

/** The thing that changes: 羽球館 › 羽球場 1. Prices of some courts name their list's first day and the courts. */
export function labelText({ part, key, field }: FieldChange, names: Names, locale: Locale): string {
  const whole = partText(part, names, locale)
  const facility = names.facilities.find(({ code }) => part === `facility:${code}`)
  if (key === '' || key === facility?.code) return whole
  if (facility && field.startsWith('price.')) {
    const [day = '', ...courts] = key.split(/,? /)
    return `${whole} › ${[day, courts.map((code) => courtText(code, facility, locale)).join('、')].filter(Boolean).join(' ')}`
  }
  const court = facility?.courts.find(({ code }) => code === key)
  const identity = part === 'identities' ? names.identities.find(({ code }) => code === key) : undefined
  const size = part === 'lockers' ? names.sizes.find(({ code }) => code === key) : undefined
  return `${whole} › ${say((court ?? identity ?? size)?.name, locale) ?? key}`
}

export function fieldText({ part, key, field }: FieldChange, { facilities, identities }: Names, locale: Locale): string {
  const [first = '', ...rest] = field.split('.')
  // Walls of lockers have columns, too.
  if (part === 'rules:transfers' && first === 'columns') return m.rules_transfer_columns({}, { locale })
  // 押金 of a locker, 保證金 of a venue.
  if (part === 'lockers' && field.endsWith('deposit')) return m.locker_deposit({}, { locale })
  if (first === 'price') {
    const identity = identities.find(({ code }) => code === rest[0])
    const lists = facilities.find(({ code }) => part === `facility:${code}`)?.priceLists
    const levels = lists?.find(({ from }) => key.startsWith(from))?.levels.map(({ name: level }) => say(level, locale)) ?? []
    return m.catalogue_field_price({ identity: say(identity?.name, locale) ?? rest[0]!, levels: levels.join(' / ') }, { locale })
  }
  const language = isDataLocale(rest.at(-1)) ? rest.pop()! : first
  const name = rest.at(-1) ?? first
  const said = text(`catalogue_field_${first === 'texts' && name === 'terms' ? 'terms_text' : snake(name)}`, locale) ?? name
  return isDataLocale(language) ? `${said}（${text(`catalogue_language_${language}`, locale)}）` : said
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_')

/** Rules of the bank's file whose values are words of their own. */
const transferChoices: ReadonlySet<string> = new Set(['layout', 'separator', 'lineEnd'])
type TransferColumn = Rules['transfers']['columns'][number]

const columnText = ({ kind, title, text: fixed, width }: TransferColumn, locale: Locale): string => {
  const details = [title, kind === 'text' && fixed, width].filter(Boolean).join(' ')
  return `${text(`transfer_kind_${kind}`, locale) ?? kind}${details && `（${details}）`}`
}

/** A value in the caller's language; empty: there is none. */
export function valueText(field: string, value: unknown, locale: Locale): string {
  if (value === null || value === undefined) return ''
  if (field.startsWith('price.')) return (value as LevelPrices).map(formatMoney).join(' / ')
  if (typeof value === 'boolean') return value ? m.catalogue_yes({}, { locale }) : m.catalogue_no({}, { locale })
  if (typeof value === 'number') return /(^|\.)(deposit|lightFee)$/.test(field) ? formatMoney(value) : String(value)
  const name = field.split('.').at(-1)!
  if (typeof value === 'string') {
    const choice = name === 'way' ? 'consent' : transferChoices.has(name) ? 'transfer' : undefined
    return (choice && text(`rules_${choice}_${value}`, locale)) || value
  }
  if (name === 'columns') return (value as TransferColumn[]).map((column) => columnText(column, locale)).join('、')
  if (name === 'hours') return (value as Hours[]).map((entry) => hoursText(entry, locale)).join('；') || m.catalogue_closed({}, { locale })
  if (name === 'pictures') return picturesText(value as PictureFile[], locale)
  if (name === 'levels') return levelsText(value as PriceListFile['levels'], locale)
  if (name === 'terms') return (value as Term[]).map((term) => termText(term, locale)).join('；')
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one))).join('、')
  return thingText(value as Record<string, unknown>, locale)
}

/** 清晨的球場（50 %、40 %）、… */
export const picturesText = (pictures: PictureFile[], locale: Locale): string =>
  pictures.map(({ alt, focus }) => m.catalogue_picture_text({ alt: say(alt, locale), ...focus }, { locale })).join('、')

type Term = WholeFile['lockers']['sizes'][number]['terms'][number]
type Hours = FacilityFile['timetables'][number]['hours'][number]

/** 離峰；尖峰 一二三四五 18:00–22:00、六日 12:00–22:00 */
export const levelsText = (levels: PriceListFile['levels'], locale: Locale): string =>
  levels
    .map(({ name, hours }) => {
      const when = hours.map(({ days, from, to }) => `${daysText(days, locale)} ${from}–${to}`)
      return [say(name, locale), when.join('、')].filter(Boolean).join(' ')
    })
    .join('；')

const termText = ({ months, price }: Term, locale: Locale): string =>
  months === 1
    ? m.catalogue_term_month({ price: formatMoney(price) }, { locale })
    : m.catalogue_term({ months, price: formatMoney(price) }, { locale })

function hoursText({ days, opens, closes, season }: Hours, locale: Locale): string {
  const when = season ? `${season.from}–${season.to} ` : ''
  return `${when}${daysText(days, locale)} ${opens}–${closes}`
}

const daysText = (days: string[], locale: Locale): string =>
  days.length === 8
    ? m.catalogue_every_day({}, { locale })
    : days.map((day) => text(`catalogue_day_${day}`, locale) ?? day).join(m.join_days({}, { locale }))

/** A thing that comes or goes, by its name. */
function thingText(thing: Record<string, unknown>, locale: Locale): string {
  const { name, closed, hours, slotMinutes, wall, columns, rows, from, latitude, longitude } = thing as Record<string, never>
  const said = name && say(name as Words, locale)
  // Of all things that have a name, only holidays may be closed.
  if (said) return closed ? m.catalogue_holiday_closed({ name: said }, { locale }) : said
  if (hours) return `${valueText('hours', hours, locale)} · ${m.catalogue_minutes({ minutes: Number(slotMinutes) }, { locale })}`
  if (wall) return `${columns} × ${rows}`
  if (latitude !== undefined) return `${latitude}, ${longitude}`
  return from ?? JSON.stringify(thing)
}
