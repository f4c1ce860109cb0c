import { oneLine, someLine } from '#http/wire-text.ts'
import { z } from 'zod'
import { mostDaysAhead } from './window-rules.ts'
import { consentWays, transferColumnKinds, type TransferColumnKind } from './rules.ts'

/**
 * The rules that a centre decides for itself: how far ahead members book, what they pay back, when points are given.
 * One group is one row of `settings`; a value that a row does not have is the default of rules.ts. Bounds keep a typing
 * error from stopping the centre; they are wide enough for any real one.
 */
const whole = (min: number, max: number) => z.int('field_whole_number').min(min).max(max)
const days = (min: number, max: number) => whole(min, max)

/** A word in both languages. */
const words = z.object({ tw: someLine(60), en: someLine(60) })

/** At least so many calendar days before the period, this share is refunded. */
const RefundTier = z.object({ days: days(0, 90), percent: whole(0, 100) })

const descends = (tiers: { days: number; percent: number }[]): boolean =>
  tiers.every((tier, n) => n === 0 || (tier.days < tiers[n - 1]!.days && tier.percent <= tiers[n - 1]!.percent))

/** Tiers from the most days to none: fewer days never give more back, and the last tier counts until the start. */
const RefundTiers = z
  .array(RefundTier)
  .min(1)
  .max(8)
  .refine(descends, { message: 'field_tiers_descend' })
  .refine((tiers) => tiers.at(-1)?.days === 0, { message: 'field_last_tier_zero' })

const TransferColumn = z.object({
  kind: z.enum(transferColumnKinds),
  /** Name in the header line. */
  title: oneLine(40).default(''),
  /** Of a column with fixed text. */
  text: oneLine(60).default(''),
  /** Bytes of the column in a file of fixed width. */
  width: whole(1, 200).nullable().default(null),
  fill: z.enum(['spaces-after', 'spaces-before', 'zeros-before']).default('spaces-after'),
})

/** Refunds by bank transfer: who has to agree, and the file that the centre's bank reads. */
const TransferRules = z
  .object({
    /** Above this amount two people have to agree; 0: nobody. */
    secondPersonAbove: whole(0, 10_000_000),
    layout: z.enum(['separated', 'fixed']),
    separator: z.enum(['comma', 'semicolon', 'tab', 'bar']),
    /** A cell that holds the separator is written in quotation marks. False: the bank does not read those. */
    quotes: z.boolean(),
    header: z.boolean(),
    encoding: z.enum(['utf-8', 'utf-8-bom', 'big5']),
    lineEnd: z.enum(['crlf', 'lf']),
    columns: z.array(TransferColumn).min(1).max(30),
  })
  .superRefine(({ layout, columns }, issues) => {
    columns.forEach(({ width }, n) => {
      if (layout === 'fixed' && width === null)
        issues.addIssue({ code: 'custom', path: ['columns', n, 'width'], message: 'field_width_missing' })
    })
    const has = (...kinds: TransferColumnKind[]) => columns.some(({ kind }) => kinds.includes(kind))
    if (!has('reference')) issues.addIssue({ code: 'custom', path: ['columns'], message: 'field_reference_missing' })
    if (!has('account', 'bankAndAccount') || !has('amount', 'amountCents'))
      issues.addIssue({ code: 'custom', path: ['columns'], message: 'field_transfer_columns' })
  })

export const ruleGroups = {
  booking: z
    .object({
      daysAhead: days(1, mostDaysAhead),
      /** Minute of the day at which the last bookable day opens: 0 is midnight. */
      opensAtMinute: whole(0, 1439),
      minutesPerDayAndSport: whole(30, 1440),
      minutesPerWeek: whole(30, 10_080),
      payMinutes: whole(5, 1440),
      /** Time to pay for what the desk has booked. */
      deskPayMinutes: whole(5, 10_080),
      warnMinutes: whole(1, 120),
      /** ATM and store codes are offered for periods at least so many days away. */
      numberDaysAhead: days(1, 30),
      // With a default: files of before do not have them.
      /** Members move a booking themselves until so many hours before it. */
      moveHours: whole(0, 336).default(24),
      /** How often a member may move one booking; 0: only staff move. */
      movesPerBooking: whole(0, 10).default(2),
      /** Members may choose to pay at the desk. */
      payAtDesk: z.boolean().default(false),
      /** They pay at the desk until so many hours before the first period; 0: until it starts. */
      payAtDeskHours: whole(0, 336).default(0),
      /** So many orders that are to be paid at the desk may a member have open. */
      openDeskOrders: whole(1, 20).default(2),
      /** Other floor that a closure offers begins at least so many hours later. */
      offerLeadHours: whole(2, 72).default(2),
      /** Whether a closure may offer an earlier hour of the same day. */
      offerEarlier: z.boolean().default(false),
    })
    .refine((rule) => rule.warnMinutes < rule.payMinutes, { path: ['warnMinutes'], message: 'field_warn_before_deadline' })
    .refine((rule) => rule.minutesPerDayAndSport <= rule.minutesPerWeek, { path: ['minutesPerWeek'], message: 'field_week_less_than_day' }),
  refunds: z.object({
    /** For what is booked by the hour. */
    hourly: RefundTiers,
    /** For rooms and other fixed sessions. */
    sessions: RefundTiers,
  }),
  transfers: TransferRules,
  checkIn: z.object({ opensMinutes: whole(5, 240), noShowMinutes: whole(1, 240) }),
  violations: z.object({
    pointsToSuspend: whole(1, 20),
    pointDays: days(1, 1095),
    suspendDays: days(1, 1095),
    lateCancelHours: whole(0, 336),
    /** Whether a no-show and a payment that expired give a point. A late cancellation does unless its hours are 0. */
    forNoShow: z.boolean(),
    forExpired: z.boolean(),
  }),
  lockers: z.object({
    payDays: days(1, 30),
    renewDays: days(1, 60),
    /** Days overdue on which a member is reminded. */
    remindDays: z.array(days(1, 90)).min(1).max(6).refine(ascends, { message: 'field_days_ascend' }),
    clearDays: days(1, 120),
  }),
  /** Defaults of a new round; each round may differ. */
  rounds: z.object({
    periodsPerWeek: whole(1, 14),
    minutesPerPeriod: whole(30, 720),
    payDays: days(1, 60),
    /** Longest season, in weeks. */
    seasonWeeks: whole(1, 26),
    /** A community gives a date back at least so many hours before. */
    giveBackHours: whole(0, 336),
  }),
  /** Kinds of documents that communities send with a pre-order; a round names those that it asks for. */
  documents: z.object({
    kinds: z
      .array(
        z.object({
          code: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/, 'field_code'),
          name: words,
          /** No longer asked for; documents of this kind that were sent keep its name. */
          retired: z.literal(true).optional(),
        }),
      )
      .min(1)
      .max(40)
      .refine((kinds) => kinds.some(({ retired }) => !retired), { message: 'field_required' })
      .refine((kinds) => new Set(kinds.map(({ code }) => code)).size === kinds.length, { message: 'field_code_twice' }),
    atMost: whole(1, 20),
  }),
  /** How somebody who registers consents to the use of their data; a signed paper is always taken. */
  consent: z.object({ way: z.enum(consentWays) }),
  /** Mails and texts that go out by themselves: whether, and at which hour of the day. */
  reminders: z.object({
    tomorrow: z.boolean(),
    tomorrowHour: whole(6, 22),
    rating: z.boolean(),
    ratingHour: whole(6, 22),
    lockers: z.boolean(),
    lockersHour: whole(6, 22),
    // With a default: files of before do not have them.
    proofs: z.boolean().default(true),
    proofDays: days(7, 90).default(21),
    proofsHour: whole(6, 22).default(9),
    digest: z.boolean().default(true),
    digestHour: whole(6, 22).default(7),
  }),
}

function ascends(numbers: number[]): boolean {
  return numbers.every((one, n) => n === 0 || one > numbers[n - 1]!)
}

export type RuleGroup = keyof typeof ruleGroups
export type Rules = { [Group in RuleGroup]: z.output<(typeof ruleGroups)[Group]> }
export const ruleGroupNames = Object.keys(ruleGroups) as RuleGroup[]

/** All groups, for files and screens; a group that is left out stays as it is. */
export const RulesFile = z.strictObject(ruleGroups).partial()
export type RulesFile = z.output<typeof RulesFile>
