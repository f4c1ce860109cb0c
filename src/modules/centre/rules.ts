import { dataLocaleOf, type DataLocale, type Locale } from '#i18n/languages.ts'
import { say, type Words } from '#i18n/words.ts'

/**
 * The centre is the sports centre that runs this service: its name, contact, logo, colour and texts, which stand on every page,
 * mail and text. There is one. Before staff have named it, a neutral name is shown.
 */
export type { Words }

/** Texts that staff may write; null in a language: the text that the service comes with. */
export const textKinds = ['privacy', 'terms', 'footer'] as const
export type TextKind = (typeof textKinds)[number]
export type OwnText = Record<DataLocale, string | null>

/** Size in pixels, as uploaded. */
export type Logo = { fileId: string; width: number; height: number }

export type CentreFace = {
  name: Words
  /** For text messages and home screens, where room is scarce; empty: the name itself. */
  shortName: Words
  /** The number of the business (統一編號); empty where there is none. */
  taxId: string
  phone: string
  email: string
  address: Words
  deskHours: Words
  parking: Words
  position: Position | null
  logo: Logo | null
  /** The accent as staff have chosen it, #rrggbb; null: the look that the service comes with. */
  colour: string | null
  footer: OwnText
}

export type Centre = Omit<CentreFace, 'footer'> & {
  texts: Record<TextKind, OwnText>
  setUpAt: Date | null
  /** Counts the changes, for optimistic concurrency. */
  version: number
  changedAt: Date | null
  changedBy: string | null
}

export type CentreChanges = Partial<Omit<Centre, 'texts' | 'setUpAt' | 'version' | 'changedAt' | 'changedBy'>> & {
  texts?: Partial<Centre['texts']>
}

/** Shown until staff have named the centre. */
export const neutralName: Words = { tw: 'Fieldhouse 場館預約', en: 'Fieldhouse' }

type Named = { name: Words; shortName: Words }

export const nameOf = ({ name }: Pick<Named, 'name'>, locale: Locale): string => say(name, locale) || say(neutralName, locale)

export const shortNameOf = (centre: Named, locale: Locale): string => centre.shortName[dataLocaleOf(locale)] || nameOf(centre, locale)

type Contacted = Named & Pick<CentreFace, 'address' | 'phone' | 'email'>

/** A text with its placeholders filled in. A missing contact is replaced by `missing`, such as "the service desk". */
export function fillIn(text: string, centre: Contacted, locale: Locale, missing: string): string {
  const words: Record<string, string> = {
    centre: nameOf(centre, locale),
    address: say(centre.address, locale),
    phone: centre.phone,
    email: centre.email,
  }
  return text.replaceAll(/\{(centre|address|phone|email)\}/g, (_, key: string) => words[key] || missing)
}

/** Where the centre stands, in degrees. */
export type Position = { latitude: number; longitude: number }

const degrees = String.raw`(-?\d{1,3}(?:\.\d+)?)`
/** How maps write a position into their links. A place's own pin comes before the middle of the map. */
const positionPatterns = [
  new RegExp(`!3d${degrees}!4d${degrees}`),
  new RegExp(String.raw`[?&](?:q|query|ll|sll|center|destination)=(?:loc:)?${degrees},\s*${degrees}`),
  new RegExp(String.raw`[?&]mlat=${degrees}&mlon=${degrees}`),
  new RegExp(`@${degrees},${degrees}`),
  new RegExp(String.raw`#map=[\d.]+/${degrees}/${degrees}`),
  new RegExp(String.raw`^(?:geo:)?\s*${degrees}[,\s]\s*${degrees}`),
]

/** The position in a link of a map, or in two numbers; undefined when there is none. Nothing is fetched. */
export function positionIn(text: string): Position | undefined {
  const plain = decoded(text.trim())
  for (const pattern of positionPatterns) {
    const [, latitude, longitude] = pattern.exec(plain) ?? []
    const position = { latitude: Number(latitude), longitude: Number(longitude) }
    if (isPosition(position)) return position
  }
  return undefined
}

const isPosition = ({ latitude, longitude }: Position): boolean => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
