import { z } from 'zod'
import { oneLine, someLine } from '#http/wire-text.ts'
import { courtLines } from '#lib/court-lines.ts'
import { isDay } from '#lib/zone.ts'
import { areUsualLevels, mostLevels, usualLevels } from '#modules/venues/price-rules.ts'
import { centred, longestAlt, mostPictures } from '#modules/venues/picture-rules.ts'

/**
 * The catalogue file, format 1: everything that staff decide about their centre, as one JSON document. Codes are the keys:
 * of identities, facilities, courts and locker sizes. Here are the shapes and bounds of single fields; what concerns several
 * fields is in check-file.ts. The message of a zod check is an error code; texts.ts has its words.
 */
export const formatName = 'fieldhouse-catalogue'
export const formatVersion = 1

/** Counts that a file may not exceed; a real centre stays far below. */
export const limits = {
  identities: 40,
  facilities: 100,
  courts: 60,
  timetables: 40,
  priceLists: 60,
  entries: 40,
  pictures: mostPictures,
  sessions: 24,
  rules: 30,
  holidays: 600,
  sizes: 12,
  walls: 40,
  columns: 40,
  rows: 12,
} as const

const largestPrice = 1_000_000

/** Without an English text the Chinese one stands for it. */
const words = (max: number) =>
  z.strictObject({ tw: someLine(max), en: oneLine(max).default('') }).overwrite(({ tw, en }) => ({ tw, en: en || tw }))
const someWords = (max: number) => z.strictObject({ tw: oneLine(max), en: oneLine(max) })
const money = z.int('not_whole').min(0).max(largestPrice).describe('Whole New Taiwan dollars')
const retired = z.literal(true).optional().describe('Not offered any more; old orders still read right')

/** BAD, A1, N-12 */
export const codePattern = /^[A-Z0-9][A-Z0-9-]{0,11}$/
const code = z.string().regex(codePattern, 'bad_code').describe('Never changes: things are found again by their codes')
const day = z.string().refine(isDay, 'bad_day').meta({ format: 'date', description: 'A day, such as 2026-11-15' })
const timePattern = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/
const time = z.string().regex(timePattern, 'bad_time').describe('A time of the day; 24:00 is midnight at its end')
export const sessionPattern = /^(([01]\d|2[0-3]):[0-5]\d)-(([01]\d|2[0-3]):[0-5]\d|24:00)$/
const monthDay = z
  .string()
  .refine((text) => /^\d\d-\d\d$/.test(text) && isDay(`2028-${text}`), 'bad_month_day')
  .meta({ pattern: '^\\d\\d-\\d\\d$', description: 'Month and day, such as 07-01' })

export const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday'] as const
const days = z
  .array(z.enum(dayNames, 'bad_weekday'))
  .min(1)
  .max(8)
  .refine((list) => new Set(list).size === list.length, 'day_twice')
  .overwrite((list) => dayNames.filter((name) => list.includes(name)))
  .describe('Days of the week; a public holiday counts as `holiday` where that is named')

const Hours = z.strictObject({
  days,
  opens: time,
  closes: time,
  season: z
    .strictObject({ from: monthDay, to: monthDay })
    .optional()
    .describe('Part of the year; on its days these hours replace those without a season'),
})
const Timetable = z.strictObject({
  from: day.describe('The first day on which it holds, until a later one begins'),
  slotMinutes: z.int('not_whole').min(15).max(1440).describe('Length of what is booked at once'),
  hours: z.array(Hours).max(limits.entries).describe('A day without an entry is closed'),
  sessions: z
    .array(z.string().regex(sessionPattern, 'bad_session'))
    .max(limits.sessions)
    .describe('Fixed sessions instead of slots, such as 08:00-12:00; empty: slots'),
})

const LevelHours = z
  .array(z.strictObject({ days, from: time, to: time }))
  .max(limits.entries)
  .describe('When the level counts; on a holiday only entries with `holiday`')
const Levels = z
  .array(z.strictObject({ name: words(20), hours: LevelHours }))
  .min(2)
  .max(mostLevels)
  .describe('Price levels, such as off-peak, peak and holidays. An hour has the last level that names it; the first has no hours')
const Prices = z
  .record(code, z.array(money).min(2).max(mostLevels))
  .describe('By identity: what one slot costs, a price for each level (off-peak and peak). An identity without prices pays what PUB pays')
const list = {
  from: day.describe('The first day on which it holds, until a later one begins; bookings keep their price'),
  lightFee: money.describe('Added to each slot from `lightFrom` on'),
  lightFrom: time.nullable(),
  deposit: money.describe('Paid with a booking and paid back afterwards'),
  prices: Prices,
  courts: z.record(code, Prices).optional().describe('Courts that cost something else'),
}
/** `peak` is short for the two usual levels: files of before there were others have it, and files that need no others. */
const PriceList = z
  .strictObject({
    ...list,
    peak: LevelHours.optional().describe('Instead of `levels`: the hours of the peak price, beside an off-peak one'),
    levels: Levels.optional(),
  })
  .refine(({ peak, levels }) => peak !== undefined || levels !== undefined, { error: 'levels_missing', path: ['levels'] })
  .refine(({ peak, levels }) => peak === undefined || levels === undefined, { error: 'peak_and_levels', path: ['peak'] })
  .transform(({ from, peak = [], levels = usualLevels(peak), ...rest }) => ({ from, levels, ...rest }))
  .pipe(z.strictObject({ ...list, levels: z.array(z.strictObject({ name: someWords(20), hours: LevelHours })) }))

const Court = z.strictObject({
  code,
  name: words(60),
  on: z
    .array(code)
    .min(1)
    .max(limits.courts)
    .optional()
    .describe('The courts whose floor it stands on, such as the halves of a full court; without it, it has a floor of its own'),
  retired,
})

const perCent = z.int('not_whole').min(0).max(100)
const Pictures = z
  .array(
    z.strictObject({
      file: z.uuid('bad_file').describe('The file as it was uploaded: GET /api/File/{id}. It must be in this centre'),
      alt: words(longestAlt).describe('What the picture shows, for those who do not see it'),
      focus: z
        .strictObject({ x: perCent, y: perCent })
        .default(centred)
        .describe('What stays in view when the picture is cut, in per cent from its left and its top'),
    }),
  )
  .max(limits.pictures)

const drawings = Object.keys(courtLines) as [keyof typeof courtLines, ...(keyof typeof courtLines)[]]

export const FacilityFile = z.strictObject({
  code,
  sport: z
    .string()
    .max(80)
    .regex(/^[a-z][a-z0-9-]{1,30}(\+[a-z][a-z0-9-]{1,30})*$/, 'bad_sport')
    .describe('One or more sports, joined with a plus: basketball+volleyball'),
  name: words(60),
  about: someWords(500),
  place: someWords(120),
  rules: z
    .strictObject({ tw: z.array(someLine(300)).max(limits.rules), en: z.array(someLine(300)).max(limits.rules) })
    .describe('Rules of use, one a line'),
  outdoor: z.boolean(),
  drawing: z.enum(drawings, 'bad_drawing').describe('The lines that are drawn on cards, headers and tickets'),
  colour: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'bad_colour')
    .toLowerCase(),
  pictures: Pictures.optional().describe('In their order; the first stands for the facility in lists. Left out: they stay as they are'),
  retired,
  courts: z.array(Court).max(limits.courts),
  timetables: z.array(Timetable).max(limits.timetables),
  priceLists: z.array(PriceList).max(limits.priceLists),
})

export const IdentityFile = z.strictObject({
  code,
  name: words(60),
  needsProof: z.boolean(),
  proofMonths: z.int('not_whole').min(1).max(120).nullable().describe('How long an approved proof is good; null: for ever'),
  forCommunity: z.boolean().describe('Only for clubs and other communities'),
  retired,
})

export const HolidayFile = z.strictObject({
  day,
  name: words(60),
  closed: z.literal(true).optional().describe('The centre is closed; without it, it is open with the hours and prices of holidays'),
})

export const LockersFile = z.strictObject({
  sizes: z
    .array(
      z.strictObject({
        code: z.string().regex(/^[a-z][a-z0-9-]{0,19}$/, 'bad_size_code'),
        name: words(30),
        deposit: money,
        terms: z
          .array(z.strictObject({ months: z.int('not_whole').min(1).max(12), price: z.int('not_whole').min(1).max(largestPrice) }))
          .min(1)
          .max(12),
      }),
    )
    .max(limits.sizes),
  walls: z
    .array(
      z.strictObject({
        wall: z.string().regex(/^[A-Z]{1,3}$/, 'bad_wall'),
        size: z.string().max(20),
        columns: z.int('not_whole').min(1).max(limits.columns),
        rows: z.int('not_whole').min(1).max(limits.rows),
      }),
    )
    .max(limits.walls),
})

/** The parts of the file that planning and checking know; centre and rules are checked by their own schemas. */
export const sections = {
  identities: z.array(IdentityFile).max(limits.identities).optional().describe('Who pays which price; PUB is the general public'),
  facilities: z.array(FacilityFile).max(limits.facilities).optional().describe('What is booked, in the order in which it is listed'),
  holidays: z.array(HolidayFile).max(limits.holidays).optional().describe('Public holidays'),
  lockers: LockersFile.optional().describe('Sizes with their terms, and walls'),
}

export type FacilityFile = z.output<typeof FacilityFile>
export type CourtFile = FacilityFile['courts'][number]
export type PictureFile = NonNullable<FacilityFile['pictures']>[number]
export type TimetableFile = FacilityFile['timetables'][number]
export type PriceListFile = FacilityFile['priceLists'][number]
export type IdentityFile = z.output<typeof IdentityFile>
export type HolidayFile = z.output<typeof HolidayFile>
export type LockersFile = z.output<typeof LockersFile>
/** What a slot costs, by level. */
export type LevelPrices = number[]

/** A facility as files have it: usual levels are written short. */
export const shortFacility = (facility: FacilityFile) => ({
  ...facility,
  priceLists: facility.priceLists.map(({ from, levels, ...rest }) =>
    areUsualLevels(levels) ? { from, peak: levels[1]!.hours, ...rest } : { from, levels, ...rest },
  ),
})
