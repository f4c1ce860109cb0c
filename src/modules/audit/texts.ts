import { text } from '#i18n/text.ts'
import { formatDate, formatMoment } from '#i18n/dates.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { joinClauses, joinList, joinSemicolons } from '#i18n/join.ts'
import { dataLocaleOf, dataLocales, isDataLocale, locales } from '#i18n/languages.ts'
import { say, type Words } from '#i18n/words.ts'
import { momentAt } from '#lib/zone.ts'
import { labelsIn, priceChangesIn, type LoggedPrice, type PriceChange } from './rules.ts'

export type Field = { name: string; before: string | null; after: string | null }
export type Names = ReadonlyMap<string, string>

/** Names of members who have closed their account are empty. */
export const memberName = (id: string, names: Names, locale: Locale): string => names.get(id) || m.audit_member_gone({}, { locale })

const key = (action: string) => `audit_action_${action.replace('.', '_')}`

/** An action without a message is named by its code. A message without `{who}` gets it in front, and the subject behind. */
export function sentenceOf(action: string, who: string, subject: string, locale: Locale): string {
  const sentence = text(key(action), locale, { who, subject })
  if (sentence === undefined) return m.audit_action_unknown({ who, action, subject }, { locale })
  if (sentence.includes(who)) return sentence
  return m.audit_sentence({ who, sentence, subject }, { locale })
}

/** The action alone, for choosing one: its sentence without a person, and with an ellipsis for its subject. */
export const actionName = (action: string, locale: Locale): string =>
  text(key(action), locale, { who: '', subject: '…' })?.replaceAll(/\s+/g, ' ').trim() ?? action

/** The fields before and after, flat, in the reader's language; those that are the same on both sides are left out. */
export function fieldsOf(before: unknown, after: unknown, names: Names, locale: Locale): Field[] {
  const prices = priceChangesIn(after)
  const labels = labelsIn(after)
  const nameOf: NameOf = (name) => say(labels[name], locale) ?? fieldName(name, locale)
  const isApart = prices.length > 0 || Object.keys(labels).length > 0
  const others = isApart ? { ...(after as object), labels: undefined, ...(prices.length > 0 && { prices: undefined }) } : after
  const [was, is] = [flat(before, names, nameOf, locale), flat(others, names, nameOf, locale)]
  const changed = [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => ({ name, before: was.get(name) ?? null, after: is.get(name) ?? null }))
    .filter((field) => field.before !== field.after)
  return [...prices.map((change) => priceField(change, locale)), ...changed]
}

const wordsIn = (some: Words[], locale: Locale): string =>
  joinList(
    some.map((one) => say(one, locale)),
    locale,
  )

/** Whose price it is, of which courts, and from which day on; what it was and is. */
function priceField({ identities, courts, from, before, after }: PriceChange, locale: Locale): Field {
  const day = formatDate(momentAt(from, 0), locale)
  const who = wordsIn(identities, locale)
  const name =
    courts.length === 0
      ? m.audit_price_of({ who, day }, { locale })
      : m.audit_price_of_courts({ who, courts: wordsIn(courts, locale), day }, { locale })
  const [was, is] = [before && byLevel(before, locale), after && byLevel(after, locale)]
  return { name, before: priceText(was, is, locale), after: priceText(is, was, locale) }
}

type LevelPrice = { level: string; price: number }

const byLevel = (prices: LoggedPrice, locale: Locale): LevelPrice[] =>
  Array.isArray(prices)
    ? prices.map(({ level, price }) => ({ level: say(level, locale), price }))
    : [
        { level: m.audit_level_off_peak({}, { locale }), price: prices.offPeak },
        { level: m.audit_level_peak({}, { locale }), price: prices.peak },
      ]

/** One side of a change: the levels whose price is another on the other side. One price for all levels is said once. */
function priceText(prices: LevelPrice[] | null, other: LevelPrice[] | null, locale: Locale): string {
  if (prices === null) return m.audit_value_none({}, { locale })
  const isAlike = other !== null && prices.map(({ level }) => level).join() === other.map(({ level }) => level).join()
  const changed = isAlike ? prices.filter(({ price }, n) => price !== other[n]!.price) : prices
  if (changed.length === prices.length && prices.every(({ price }) => price === prices[0]!.price)) return formatMoney(prices[0]!.price)
  return joinList(
    changed.map(({ level, price }) => m.audit_price_at({ level, price: formatMoney(price) }, { locale })),
    locale,
  )
}

/** The first change of prices in a few words, and how many there are beside it; empty without any. */
export function pricesInWords(after: unknown, locale: Locale): string {
  const [first, ...others] = priceChangesIn(after).map((change) => priceField(change, locale))
  if (!first) return ''
  const said = { what: first.name, before: first.before!, after: first.after!, count: others.length }
  return others.length === 0 ? m.audit_price_said(said, { locale }) : m.audit_price_said_more(said, { locale })
}

/** Actions whose sentence, in either language, has this word. */
export const actionsNamed = (actions: readonly string[], word: string): string[] =>
  actions.filter((action) =>
    locales.some((locale) => actionName(action, locale).toLowerCase().includes(word.normalize('NFKC').toLowerCase())),
  )

const deepest = 3
const longestList = 20

type NameOf = (name: string) => string

function flat(value: unknown, names: Names, nameOf: NameOf, locale: Locale): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (path: string[], given: unknown, depth: number) => {
    if (isPlainObject(given) && !isWords(given) && depth < deepest) {
      for (const [name, inner] of Object.entries(given)) visit([...path, nameOf(name)], inner, depth + 1)
      return
    }
    if (given === undefined) return
    found.set(path.join(' › ') || m.audit_field_value({}, { locale }), valueText(given, path.at(-1), names, locale))
  }
  if (value !== null && value !== undefined) visit([], value, 0)
  return found
}

const fieldName = (name: string, locale: Locale): string => text(`audit_field_${name}`, locale) ?? name

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isWords = (value: object): value is Words => {
  const texts = Object.entries(value)
  return texts.length === dataLocales.length && texts.every(([language, said]) => isDataLocale(language) && typeof said === 'string')
}
const isMoment = (value: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value))
const isId = (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

const wordFor = (value: string, locale: Locale) => text(`audit_value_${value.replaceAll('-', '_')}`, locale)

function valueText(value: unknown, field: string | undefined, names: Names, locale: Locale): string {
  if (value === null || value === undefined || value === '') return m.audit_value_none({}, { locale })
  if (typeof value === 'boolean') return value ? m.audit_value_yes({}, { locale }) : m.audit_value_no({}, { locale })
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') {
    if (isMoment(value)) return formatMoment(new Date(value), locale)
    if (isId(value) && field === fieldName('member', locale)) return memberName(value, names, locale)
    return wordFor(value, locale) ?? value
  }
  if (Array.isArray(value)) return listText(value, names, locale)
  if (isPlainObject(value) && isWords(value)) return value[dataLocaleOf(locale)]
  return joinClauses(
    Object.entries(value).map(([name, inner]) => `${fieldName(name, locale)} ${valueText(inner, name, names, locale)}`),
    locale,
  )
}

function listText(values: unknown[], names: Names, locale: Locale): string {
  if (values.length === 0) return m.audit_value_none({}, { locale })
  const shown = values.slice(0, longestList).map((value) => valueText(value, undefined, names, locale))
  if (values.length > longestList) shown.push(m.audit_value_more({ count: values.length - longestList }, { locale }))
  // Words of ours are joined as in a sentence; other values may have commas in themselves.
  const areWords = values.every((value) => typeof value === 'string' && wordFor(value, locale) !== undefined)
  return (areWords ? joinList : joinSemicolons)(shown, locale)
}
