import { isDay } from '#lib/zone.ts'

/** Reads one value of an address; undefined for what is none. */
type Reader<T> = (text: string) => T | undefined
type Readers<Search> = { [Name in keyof Search]-?: Reader<NonNullable<Search[Name]>> }

/** Longer values are left out whole: a part of one would be another value. */
const longest = 1000

function textOf(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text.length <= longest ? text : ''
}

/** What the address of a screen says, each value by its reader. What is empty or mistyped is left out instead of refused. */
export function readAddress<Search extends object>(search: object, readers: Readers<Search>): Search {
  const given = new Map<string, unknown>(Object.entries(search))
  const read = Object.entries<Reader<unknown>>(readers).map(([name, reader]) => {
    const text = textOf(given.get(name))
    return [name, text === '' ? undefined : reader(text)] as const
  })
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Search
}

/** Words that somebody has typed, cut where they are too long. */
export const anyWords =
  (most: number): Reader<string> =>
  (text) =>
    text.slice(0, most)

export const fitting =
  (pattern: RegExp): Reader<string> =>
  (text) =>
    pattern.test(text) ? text : undefined

export const oneOf =
  <const T extends string>(...values: readonly T[]): Reader<T> =>
  (text) =>
    values.find((one) => one === text)

export const aDay: Reader<string> = (text) => (isDay(text) ? text : undefined)

export const anId = fitting(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)

/** The number of a row, as a text. */
export const aNumber = fitting(/^[1-9]\d{0,8}$/)

export const aWholeNumber: Reader<number> = (text) => (aNumber(text) ? Number(text) : undefined)

/** A page of a list. */
export const aPage: Reader<number> = (text) => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined)

/** The address of a screen with this search. */
export function addressWith(path: string, search: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams(Object.entries(search).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])))
  return query.size > 0 ? `${path}?${query}` : path
}
