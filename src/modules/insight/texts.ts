import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { text } from '#i18n/text.ts'
import { say } from '#i18n/words.ts'
import { joinList } from '#i18n/join.ts'
import type { Facility } from '#modules/venues/rules.ts'
import { sportsOf } from '#modules/venues/rules.ts'
import type { DemandKind, Figure, LeadSpan } from './rules.ts'

type Message = (inputs: object, options: { locale: Locale }) => string

const own = { insight_centre_itself: m.insight_centre_itself, insight_no_facility: m.insight_no_facility } as const satisfies Record<
  string,
  Message
>
export const ownText = (key: keyof typeof own, locale: Locale): string => own[key]({}, { locale })

/** A retired facility says so: it has figures of the past only. */
export const facilityName = ({ name, retired }: Facility, locale: Locale): string =>
  retired ? m.insight_retired({ name: say(name, locale) }, { locale }) : say(name, locale)

const ways = {
  card: m.staff_orders_way_card,
  transfer: m.staff_orders_way_transfer,
  cash: m.staff_orders_way_cash,
  terminal: m.staff_orders_way_terminal,
  voucher: m.staff_orders_way_voucher,
} as const satisfies Record<string, Message>
export const wayName = (way: keyof typeof ways, locale: Locale): string => ways[way]({}, { locale })

/** Causes of refunds_due and refunds; the name of one that is not known here is the cause itself. */
export const causeName = (cause: string, locale: Locale): string => text(`insight_cause_${cause.replaceAll('-', '_')}`, locale) ?? cause

/** Empty: any sport. */
export function sportText(sport: string, locale: Locale): string {
  if (sport === '') return m.insight_any_sport({}, { locale })
  return joinList(
    sportsOf({ sport }).map((one) => text(`sport_${one.replaceAll('-', '_')}`, locale) ?? one),
    locale,
  )
}

const leads: Record<LeadSpan, Message> = {
  'two-hours': m.insight_lead_two_hours,
  'same-day': m.insight_lead_same_day,
  'one-day': m.insight_lead_one_day,
  'three-days': m.insight_lead_three_days,
  week: m.insight_lead_week,
  'two-weeks': m.insight_lead_two_weeks,
  longer: m.insight_lead_longer,
}
export const leadName = (span: LeadSpan, locale: Locale): string => leads[span]({}, { locale })

const means = { secret: m.insight_login_secret, passkey: m.insight_login_passkey, mail: m.insight_login_mail } as const
export const meansName = (by: keyof typeof means, locale: Locale): string => means[by]({}, { locale })

const kinds: Record<DemandKind, Message> = {
  refused: m.insight_demand_refused,
  searched: m.insight_demand_searched,
  seen: m.insight_demand_seen,
}
export const demandName = (kind: DemandKind, locale: Locale): string => kinds[kind]({}, { locale })

const titles: Record<Figure, Message> = {
  use: m.insight_figure_use,
  hours: m.insight_figure_hours,
  refused: m.insight_figure_refused,
  money: m.insight_figure_money,
  ways: m.insight_figure_ways,
  'no-shows': m.insight_figure_no_shows,
  lead: m.insight_figure_lead,
  refunds: m.insight_figure_refunds,
  ratings: m.insight_figure_ratings,
  logins: m.insight_figure_logins,
}
export const figureTitle = (figure: Figure, locale: Locale): string => titles[figure]({}, { locale })
