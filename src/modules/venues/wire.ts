import { z } from 'zod'
import { day as date, id, idText, listOf, moment, pagedBody, time as timeText } from '#http/wire.ts'
import { oneLine, someLine } from '#http/wire-text.ts'
import { minuteFrom } from '#lib/zone.ts'
import { dayKinds } from './rules.ts'

const time = timeText.transform(minuteFrom)
const sport = someLine(40)

const FreeOn = z
  .object({ date, start: time, end: time })
  .refine(({ start, end }) => start < end, { path: ['end'], message: 'field_end_before_start' })
  .transform(({ date: day, start, end }) => ({ day, start, end }))

const filters = {
  sport: sport.optional(),
  indoor: z.boolean().optional(),
  keyword: oneLine(60).default(''),
  freeOn: FreeOn.optional(),
  ...pagedBody,
}
export const FacilityListBody = z.object(filters)
export const CourtListBody = z.object({ ...filters, venue1stId: id.optional() })
export type Filters = z.output<typeof FacilityListBody>

export const IdQuery = z.object({ id: idText })
export const CourtOptionQuery = z.object({ venue1stId: idText.optional() })
export const OptionsAnswer = z.array(z.object({ id: z.int(), name: z.string() }))

const Hours = z.object({ start: z.string(), end: z.string() })

const hours = {
  /** HH:MM, the earliest opening and the latest closing of the week. */
  opens: z.string(),
  closes: z.string(),
  /** Hours of today; empty when it is closed by its timetable. */
  hoursToday: z.array(Hours),
  /** Hours of an ordinary week from today on, weekdays (1 is Monday) of the same hours together; no hours: closed. */
  week: z.array(z.object({ weekdays: z.array(z.int()), hours: z.array(Hours) })),
  slotMinutes: z.int(),
  /** Fixed sessions; empty when it is booked by the slot. */
  sessions: z.array(Hours),
}

export const FacilityPictureWire = z.object({
  id: z.uuid(),
  /** What it shows, in the caller's language. */
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  /** What stays in view when it is cut: per cent from its left and its top. */
  focus: z.object({ x: z.int(), y: z.int() }),
  /** srcset entries, narrow to wide. */
  sources: z.array(z.object({ src: z.string(), width: z.int() })),
})
export type FacilityPictureWire = z.infer<typeof FacilityPictureWire>
export const FacilityPictureParams = z.object({ id: z.uuid(), size: z.string().regex(/^\d{2,4}\.webp$/) })

/** Summary of a facility. */
const FacilityCard = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  place: z.string(),
  about: z.string(),
  sports: z.array(z.string()),
  indoor: z.boolean(),
  ...hours,
  courts: z.int(),
  /** Price of one slot for the caller; visitors pay as general public. Light is not included. */
  priceFrom: z.int(),
  priceTo: z.int(),
  drawing: z.string(),
  colour: z.string(),
  /** Its first picture; null: the drawing stands for it. */
  picture: FacilityPictureWire.nullable(),
  /** Why it is closed today; null when it is open. */
  closedToday: z.string().nullable(),
})
export type FacilityCard = z.infer<typeof FacilityCard>

export const FacilityListAnswer = listOf(
  FacilityCard.extend({
    /** How many courts are free for all of `freeOn`; null without `freeOn`. */
    freeCourts: z.int().nullable(),
  }),
).extend({
  today: z.string(),
  /** The last day that can be booked at this moment. */
  openUntil: z.string(),
  /** Minutes that a member may book on a day for one sport; sessions are not counted. */
  mostMinutes: z.int(),
})
export type FacilityListAnswer = z.infer<typeof FacilityListAnswer>

const Fee = z.object({
  identityId: z.int(),
  code: z.string(),
  identity: z.string(),
  needsProof: z.boolean(),
  /** One for each of `levels`. */
  prices: z.array(z.int()),
  /** The prices of the first and of the second level. */
  offPeak: z.int(),
  peak: z.int(),
  yours: z.boolean(),
})

const CourtName = z.object({ id: z.int(), name: z.string() })

/** On some days of the week; a holiday has the hours of `holiday` alone. */
const LevelHours = z.object({ days: z.array(z.enum(dayKinds)), start: z.string(), end: z.string() })

const prices = {
  /** Prices, grouped by courts that cost the same. */
  fees: z.array(z.object({ courts: z.array(CourtName), byIdentity: z.array(Fee) })),
  lightFee: z.int(),
  lightFrom: z.string().nullable(),
  deposit: z.int(),
  /** What a slot can cost, and when: every hour has one level. The first is for all hours that the others do not name. */
  levels: z.array(z.object({ name: z.string(), hours: z.array(LevelHours) })),
  /** The hours of the second level. */
  peakHours: z.array(LevelHours),
}
const PriceListWire = z.object({ from: z.string(), ...prices })
export type PriceListWire = z.infer<typeof PriceListWire>

export const FacilityAnswer = FacilityCard.extend({
  /** In their order; the first is `picture`. */
  pictures: z.array(FacilityPictureWire),
  rules: z.array(z.string()),
  ...prices,
  /** The day from which these prices hold, when it is to come. */
  feesFrom: z.string().nullable(),
  /** Price lists that begin later. */
  coming: z.array(PriceListWire),
  courtList: z.array(CourtName.extend({ code: z.string(), sharesWith: z.array(CourtName) })),
  /** The hours of the second level on Mondays and on Saturdays; null without any. */
  peak: z.object({ weekday: Hours.nullable(), weekend: Hours.nullable() }),
  /** Closed days within the days that can be booked. */
  closures: z.array(z.object({ start: moment, end: moment, reason: z.string() })),
  today: z.string(),
  /** The last day that can be booked at this moment. */
  openUntil: z.string(),
  /** How long a member may book a sport on one day. */
  mostMinutes: z.int(),
  /** The average rating; null while there are too few. */
  rating: z.object({ stars: z.number(), count: z.int() }).nullable(),
})
export type FacilityAnswer = z.infer<typeof FacilityAnswer>

const CourtItem = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  venue1stId: z.int(),
  venue1stName: z.string(),
  sports: z.array(z.string()),
  indoor: z.boolean(),
  slotMinutes: z.int(),
  priceFrom: z.int(),
  priceTo: z.int(),
  drawing: z.string(),
  colour: z.string(),
})
export const CourtListAnswer = listOf(
  CourtItem.extend({
    /** The whole slots that cover `freeOn`, and what they cost the caller, light included; null without `freeOn`. */
    offer: z.object({ start: moment, end: moment, price: z.int(), deposit: z.int() }).nullable(),
  }),
)
export const CourtAnswer = CourtItem.extend({
  ...hours,
  lightFee: z.int(),
  lightFrom: z.string().nullable(),
  deposit: z.int(),
  byIdentity: z.array(Fee),
  sharesWith: z.array(CourtName),
  rules: z.array(z.string()),
})

export const SearchBody = z
  .object({
    date,
    start: time,
    minutes: z.int().min(30).max(720),
    sport: sport.optional(),
    indoor: z.boolean().optional(),
    venue1stId: id.optional(),
  })
  .transform(({ date: day, start, minutes, sport: wanted, indoor, venue1stId }) => ({
    day,
    start,
    end: start + minutes,
    sport: wanted,
    indoor,
    facilityId: venue1stId,
  }))

const Offer = z.object({
  facility: FacilityCard,
  start: moment,
  end: moment,
  priceFrom: z.int(),
  deposit: z.int(),
  courts: z.array(
    CourtName.extend({
      price: z.int(),
      /** Courts on the same floor, where there are any: the halves of a whole court. */
      sharesWith: z.array(z.int()).optional(),
    }),
  ),
})
export type OfferWire = z.infer<typeof Offer>

export const SearchAnswer = z.object({
  start: moment,
  end: moment,
  /** Whether that time can be booked at all: `not-yet` opens on `opensOn`. */
  standing: z.enum(['open', 'past', 'not-yet']),
  opensOn: z.string().nullable(),
  /** How many courts are free. */
  total: z.int(),
  items: z.array(Offer),
  /** Alternatives nearby, when nothing is free. */
  alternatives: z.array(Offer.extend({ kind: z.enum(['other-time', 'shorter', 'other-facility', 'other-day']) })),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

export const TimesBody = z
  .object({
    /** `any`: every day that can be booked. Without a day: the next free times of each facility. */
    date: z.union([z.literal('any'), date]).optional(),
    from: time.default(0),
    to: time.default(24 * 60),
    minutes: z.int().min(30).max(720).default(60),
    sport: sport.optional(),
    indoor: z.boolean().optional(),
    venue1stId: id.optional(),
    /** At most so many times of each facility. */
    most: z.int().min(1).max(50).optional(),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'field_end_before_start' })
  .transform(({ date: day, sport: wanted, venue1stId: facilityId, ...range }) => ({ day, sport: wanted, facilityId, ...range }))

export const FavouritesAnswer = z.object({ items: z.array(z.int()) })
export type FavouritesAnswer = z.infer<typeof FavouritesAnswer>
export const FavouriteBody = z.object({ venue1stId: id, marked: z.boolean() })

/** The free times of a facility. A time names its free courts by id; their names stand once, in `courts`. */
const FacilityTimes = z.object({
  facility: FacilityCard,
  deposit: z.int(),
  courts: z.array(CourtName.extend({ sharesWith: z.array(z.int()).optional() })),
  times: z.array(z.object({ start: moment, end: moment, priceFrom: z.int(), courts: z.array(z.object({ id: z.int(), price: z.int() })) })),
  /** Of one facility on every day: the coming times at which nothing is free. */
  full: z.array(z.object({ start: moment, end: moment })).optional(),
})
export type FacilityTimes = z.infer<typeof FacilityTimes>

export const TimesAnswer = z.object({
  standing: z.enum(['open', 'past', 'not-yet']),
  opensOn: z.string().nullable(),
  items: z.array(FacilityTimes),
  /** Alternatives nearby, when nothing is free. */
  alternatives: SearchAnswer.shape.alternatives,
})
export type TimesAnswer = z.infer<typeof TimesAnswer>
export type AlternativeWire = SearchAnswer['alternatives'][number]
