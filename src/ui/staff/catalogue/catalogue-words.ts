import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatDate } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import { say as sayWords } from '#i18n/words.ts'
import { momentAt } from '#lib/zone.ts'
import type { CourtFile, FacilityFile, PictureFile, PriceListFile, TimetableFile, Words } from '#ui/staff/kit/catalogue-types.ts'
import { join, say, sayDays, sayLevels } from '#ui/staff/kit/say-words.ts'

export const sayFrom = (day: string): string => m.catalogue_from({ day: formatDate(momentAt(day, 720), getLocale()) })

/** 1 Jun – 30 Sep, from 06-01 and 09-30. */
export const saySeason = (season: { from: string; to: string } | undefined): string =>
  season ? `${season.from.replace('-', '/')}–${season.to.replace('-', '/')}` : m.catalogue_season_rest()

const unitNames: Record<string, () => string> = {
  name: m.catalogue_name,
  about: m.catalogue_about,
  place: m.catalogue_place,
  rules: m.catalogue_rules,
  sport: m.catalogue_sport,
  drawing: m.catalogue_drawing,
  colour: m.catalogue_colour,
  outdoor: m.catalogue_outdoor,
  pictures: m.catalogue_tab_pictures,
  retired: m.catalogue_retired,
  courts: m.catalogue_tab_courts,
}

/** Label of a unit of merge-facility.ts. */
export function unitLabel(key: string): string {
  const [kind = '', day] = key.split(' ')
  if (kind === 'timetables') return `${m.catalogue_tab_hours()} ${sayFrom(day!)}`
  if (kind === 'priceLists') return `${m.catalogue_tab_prices()} ${sayFrom(day!)}`
  return unitNames[kind]?.() ?? kind
}

/** A unit's value in words, one line an entry. */
export function unitText(key: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  const kind = key.split(' ')[0]
  if (kind === 'courts') return (value as CourtFile[]).map(courtText).join('\n')
  if (kind === 'pictures')
    return (value as PictureFile[]).map(({ alt, focus }) => m.catalogue_picture_text({ alt: say(alt), ...focus })).join('\n')
  if (kind === 'timetables') return timetableText(value as TimetableFile)
  if (kind === 'priceLists') return priceListText(value as PriceListFile)
  if (kind === 'rules') return sayWords(value as FacilityFile['rules'], getLocale()).join('\n')
  if (typeof value === 'object') return Object.values(value as Words).join('\n')
  return typeof value === 'boolean' ? (value ? m.staff_yes() : m.staff_no()) : String(value)
}

const courtText = ({ code, name, on, retired }: CourtFile) =>
  [`${code} ${say(name)}`, on && m.catalogue_stands_on({ courts: join(on) }), retired && m.catalogue_retired()].filter(Boolean).join(' · ')

const timetableText = ({ slotMinutes, hours, sessions }: TimetableFile) =>
  [
    m.catalogue_slot_of({ minutes: slotMinutes }),
    ...hours.map(({ days, opens, closes, season }) => `${sayDays(days)} ${opens}–${closes}${season ? ` (${saySeason(season)})` : ''}`),
    ...(sessions.length > 0 ? [sessions.join(', ')] : []),
  ].join('\n')

const priceListText = ({ levels, prices, courts, lightFee, deposit }: PriceListFile) =>
  [
    ...sayLevels(levels),
    ...Object.entries(prices).map(([identity, row]) => `${identity} ${row.map(formatMoney).join(' / ')}`),
    ...Object.entries(courts ?? {}).map(
      ([court, own]) =>
        `${court}: ${Object.entries(own)
          .map(([identity, row]) => `${identity} ${row.join('/')}`)
          .join(', ')}`,
    ),
    `${m.catalogue_light_fee()} ${formatMoney(lightFee)}`,
    `${m.catalogue_deposit()} ${formatMoney(deposit)}`,
  ].join('\n')
