import { m } from '#i18n/generated/messages.js'
import { timeFrom } from '#lib/zone.ts'
import type { ConsentWay } from '#modules/settings/rules.ts'
import type { RuleGroup, Rules } from '#modules/settings/rules-wire.ts'
import { transferKindWord } from '#ui/staff/kit/transfer-words.ts'

/** Groups in the order in which the screen shows them. */
export const groupOrder: readonly RuleGroup[] = [
  'booking',
  'refunds',
  'transfers',
  'checkIn',
  'violations',
  'rounds',
  'documents',
  'lockers',
  'consent',
  'reminders',
]

export const groupTitles: Record<RuleGroup, () => string> = {
  booking: m.rules_booking,
  refunds: m.rules_refunds,
  transfers: m.rules_transfers,
  checkIn: m.rules_check_in,
  violations: m.rules_violations,
  lockers: m.rules_lockers,
  rounds: m.rules_rounds,
  documents: m.rules_documents,
  consent: m.rules_consent,
  reminders: m.rules_reminders,
}

export const groupLeads: Partial<Record<RuleGroup, () => string>> = {
  refunds: m.rules_refunds_lead,
  transfers: m.rules_transfers_lead,
  rounds: m.rules_rounds_lead,
  documents: m.rules_documents_lead,
  consent: m.rules_consent_lead,
}

type Unit = 'days' | 'hours' | 'minutes' | 'points' | 'times' | 'often' | 'weeks' | 'oclock' | 'orders'
export const unitWords: Record<Unit, () => string> = {
  days: m.rules_unit_days,
  hours: m.rules_unit_hours,
  minutes: m.rules_unit_minutes,
  points: m.rules_unit_points,
  times: m.rules_unit_times,
  often: m.rules_unit_often,
  weeks: m.rules_unit_weeks,
  oclock: m.rules_unit_oclock,
  orders: m.rules_unit_orders,
}

/** A field that is a number, a switch or a time of day; refund tiers, kinds of documents and days of reminders have fields of their own. */
export type RuleField = { label: () => string; hint?: () => string } & (
  | { kind: 'number'; unit: Unit }
  | { kind: 'switch' }
  | { kind: 'time' }
  | { kind: 'choice'; options: Record<string, () => string> }
)

const number = (label: () => string, unit: Unit, hint?: () => string): RuleField => ({ kind: 'number', label, unit, ...(hint && { hint }) })
const onOff = (label: () => string): RuleField => ({ kind: 'switch', label })

type PlainGroup = Exclude<RuleGroup, 'refunds' | 'documents' | 'transfers'>
type Fields = { [Group in PlainGroup]: { [Key in keyof Rules[Group]]?: RuleField } }

export const ruleFields: Fields = {
  booking: {
    daysAhead: number(m.rules_days_ahead, 'days', m.rules_days_ahead_hint),
    opensAtMinute: { kind: 'time', label: m.rules_opens_at },
    minutesPerDayAndSport: number(m.rules_minutes_per_day, 'minutes'),
    minutesPerWeek: number(m.rules_minutes_per_week, 'minutes'),
    payMinutes: number(m.rules_pay_minutes, 'minutes'),
    warnMinutes: number(m.rules_warn_minutes, 'minutes'),
    deskPayMinutes: number(m.rules_desk_pay_minutes, 'minutes'),
    numberDaysAhead: number(m.rules_number_days, 'days', m.rules_number_days_hint),
    moveHours: number(m.rules_move_hours, 'hours', m.rules_move_hours_hint),
    movesPerBooking: number(m.rules_moves_per_booking, 'often', m.rules_moves_per_booking_hint),
    payAtDesk: onOff(m.rules_pay_at_desk),
    payAtDeskHours: number(m.rules_pay_at_desk_hours, 'hours', m.rules_pay_at_desk_hours_hint),
    openDeskOrders: number(m.rules_open_desk_orders, 'orders'),
    offerLeadHours: number(m.rules_offer_lead, 'hours', m.rules_offer_lead_hint),
    offerEarlier: onOff(m.rules_offer_earlier),
  },
  checkIn: {
    opensMinutes: number(m.rules_check_in_opens, 'minutes'),
    noShowMinutes: number(m.rules_no_show_minutes, 'minutes'),
  },
  violations: {
    forNoShow: onOff(m.rules_for_no_show),
    forExpired: onOff(m.rules_for_expired),
    lateCancelHours: number(m.rules_late_cancel, 'hours', m.rules_late_cancel_hint),
    pointsToSuspend: number(m.rules_points_to_suspend, 'points'),
    pointDays: number(m.rules_point_days, 'days'),
    suspendDays: number(m.rules_suspend_days, 'days'),
  },
  lockers: {
    payDays: number(m.rules_locker_pay_days, 'days'),
    renewDays: number(m.rules_locker_renew_days, 'days'),
    clearDays: number(m.rules_locker_clear_days, 'days'),
  },
  rounds: {
    periodsPerWeek: number(m.rules_periods_per_week, 'times'),
    minutesPerPeriod: number(m.rules_minutes_per_period, 'minutes'),
    seasonWeeks: number(m.rules_season_weeks, 'weeks'),
    payDays: number(m.rules_round_pay_days, 'days'),
    giveBackHours: number(m.rules_give_back, 'hours'),
  },
  consent: {
    way: {
      kind: 'choice',
      label: m.rules_consent_way,
      options: { tick: m.rules_consent_tick, typed: m.rules_consent_typed, drawn: m.rules_consent_drawn } satisfies Record<
        ConsentWay,
        () => string
      >,
    },
  },
  reminders: {
    tomorrow: onOff(m.rules_remind_tomorrow),
    tomorrowHour: number(m.rules_remind_hour, 'oclock'),
    rating: onOff(m.rules_remind_rating),
    ratingHour: number(m.rules_remind_hour, 'oclock'),
    lockers: onOff(m.rules_remind_lockers),
    lockersHour: number(m.rules_remind_hour, 'oclock'),
    proofs: onOff(m.rules_remind_proofs),
    proofDays: number(m.rules_remind_proof_days, 'days'),
    proofsHour: number(m.rules_remind_hour, 'oclock'),
    digest: onOff(m.rules_remind_digest),
    digestHour: number(m.rules_remind_hour, 'oclock'),
  },
}

/** Reminders: the switch of each, with the fields that belong to it. */
export const reminderBoxes = [
  ['tomorrow', 'tomorrowHour'],
  ['rating', 'ratingHour'],
  ['lockers', 'lockersHour'],
  ['proofs', 'proofDays', 'proofsHour'],
  ['digest', 'digestHour'],
] as const satisfies (keyof Rules['reminders'])[][]

/** Names of the rule groups that the editor has changed: `base` is what was saved when the edit began. */
export const changedGroups = (base: Rules, rules: Rules): RuleGroup[] =>
  groupOrder.filter((group) => JSON.stringify(base[group]) !== JSON.stringify(rules[group]))

/** A group in words, a line for each of its fields. */
export function sayGroup(group: RuleGroup, value: Rules[RuleGroup]): string {
  const fields =
    group === 'refunds' || group === 'documents' || group === 'transfers' ? {} : (ruleFields[group] as Record<string, RuleField>)
  return Object.entries(value)
    .map(([key, one]) => `${fields[key]?.label() ?? ownLabels[key]?.() ?? key}: ${sayValue(one, fields[key])}`)
    .join('\n')
}

const ownLabels: Record<string, () => string> = {
  hourly: m.rules_refunds_hourly,
  sessions: m.rules_refunds_sessions,
  kinds: m.rules_documents,
  atMost: m.rules_documents_at_most,
  remindDays: m.rules_locker_remind_days,
  secondPersonAbove: m.rules_second_person,
  layout: m.rules_transfer_layout,
  separator: m.rules_transfer_separator,
  quotes: m.rules_transfer_quotes,
  header: m.rules_transfer_header,
  encoding: m.rules_transfer_encoding,
  lineEnd: m.rules_transfer_line_end,
  columns: m.rules_transfer_columns,
}

function sayValue(value: unknown, field: RuleField | undefined): string {
  if (field?.kind === 'choice') return field.options[value as string]?.() ?? String(value)
  if (field?.kind === 'time') return timeFrom(value as number)
  if (typeof value === 'boolean') return value ? '✓' : '–'
  if (!Array.isArray(value)) return `${String(value)}${field?.kind === 'number' ? ` ${unitWords[field.unit]()}` : ''}`
  return value.map(sayPart).join(', ')
}

function sayPart(part: number | { days: number; percent: number } | { code: string } | Rules['transfers']['columns'][number]): string {
  if (typeof part === 'number') return String(part)
  if ('kind' in part) return transferKindWord(part.kind)
  return 'code' in part ? part.code : `${part.days} ${m.rules_unit_days()} ${part.percent}%`
}
