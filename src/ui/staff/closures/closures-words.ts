import { formatDate, formatDay, formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { dayOf, minuteOf, momentAt } from '#lib/zone.ts'
import type { ClosureAnswer, EffectAnswer, LiftedAnswer, ListedClosure } from '#modules/closures/closure-wire.ts'
import { everyWeekday, type ClosureCause, type ClosureChoice, type ClosureItemState } from '#modules/closures/rules.ts'
import { weekdayShort } from '#i18n/weekdays.ts'
import { joinList, joinSemicolons } from '#i18n/join.ts'
import { today } from '#ui/staff/kit/today.ts'

type ChipTone = 'plain' | 'good' | 'due' | 'danger'

export const causeWord: Record<ClosureCause, () => string> = {
  cleaning: m.closure_cause_cleaning,
  event: m.closure_cause_event,
  weather: m.closure_cause_weather,
  fault: m.closure_cause_fault,
}

/** What people read unless something else is typed. */
export const usualReason: Record<ClosureCause, () => { tw: string; en: string }> = {
  cleaning: () => ({ tw: m.closure_reason_cleaning_tw(), en: m.closure_reason_cleaning_en() }),
  event: () => ({ tw: m.closure_reason_event_tw(), en: m.closure_reason_event_en() }),
  weather: () => ({ tw: m.closure_reason_weather_tw(), en: m.closure_reason_weather_en() }),
  fault: () => ({ tw: m.closure_reason_fault_tw(), en: m.closure_reason_fault_en() }),
}

export const itemWord: Record<ClosureItemState, () => string> = {
  waiting: m.closure_item_waiting,
  offered: m.closure_item_offered,
  moved: m.closure_item_moved,
  cancelled: m.closure_item_cancelled,
  gone: m.closure_item_gone,
  failed: m.closure_item_failed,
  kept: m.closure_item_kept,
}
export const itemTone: Record<ClosureItemState, ChipTone> = {
  waiting: 'plain',
  offered: 'due',
  moved: 'good',
  cancelled: 'good',
  gone: 'plain',
  failed: 'danger',
  kept: 'plain',
}

const lostWord = ({ bookings, back }: EffectAnswer['lostOffers']): string[] =>
  bookings > 0 ? [m.closure_lost_offers({ count: bookings, back: formatMoney(back) })] : []

/** What a closure that pays everything back would do, in one line. */
export function effectWord(effect: EffectAnswer | undefined, isChanged: boolean): string {
  if (!effect) return m.nav_loading()
  const { bookings, people, back } = effect.totals
  const lost = lostWord(effect.lostOffers)
  const would = bookings > 0 ? m.closure_rain_effect({ bookings, amount: formatMoney(back), people }) : m.closure_effect_none()
  return [...(isChanged ? [m.closure_changed_title()] : []), ...(bookings === 0 && lost.length > 0 ? [] : [would]), ...lost].join(' ')
}

/** Everybody who is told. */
export const toldBy = ({ totals, lostOffers }: EffectAnswer): number => totals.people + lostOffers.people

/** What is confirmed before a closure starts, a sentence each. */
export function runWords({ facilities, courts, totals, lostOffers }: EffectAnswer, choice: ClosureChoice): string[] {
  const { bookings, back, people, offers, backBesideOffers } = totals
  const cancelled =
    choice === 'offer'
      ? { bookings: bookings - offers, amount: formatMoney(backBesideOffers), people }
      : { bookings, amount: formatMoney(back), people }
  const names = facilities.map(({ name }) => name)
  return [
    whereWords(names, courts),
    ...(bookings > 0 && choice === 'offer' ? [m.closure_run_ask_offer({ count: offers })] : []),
    bookings > 0 ? m.closure_run_ask(cancelled) : m.closure_run_ask_none(),
    ...lostWord(lostOffers),
  ]
}

type Lifting = { isWithdrawn: boolean; /** Only this one of several. */ facility?: { name: string } | undefined; canText: boolean }

/** What opening again does, a sentence each: to whom which booking is offered, and who is only told. */
export function liftEffects(
  { items }: Pick<ClosureAnswer, 'items'>,
  { isWithdrawn, facility, canText }: Lifting,
  now = new Date(),
): string[] {
  const ahead = items.filter((item) => new Date(item.start) > now && (facility === undefined || item.facility === facility.name))
  const count = (...states: ClosureItemState[]) => ahead.filter(({ state }) => states.includes(state)).length
  const guests = ahead.filter(({ state, isGuest }) => state === 'cancelled' && isGuest).length
  const said: [number, (said: { count: number }) => string][] = [
    [count('waiting', 'failed'), m.closure_withdraw_kept],
    [count('offered'), m.closure_withdraw_restored],
    [count('moved'), m.closure_withdraw_moved],
    [count('cancelled') - guests, m.closure_withdraw_cancelled],
    [guests, canText ? m.closure_withdraw_guests : m.closure_withdraw_guests_untold],
  ]
  const first = isWithdrawn ? m.closure_withdraw_ask() : m.closure_lift_ask()
  return [first, ...said.flatMap(([number, words]) => (number > 0 ? [words({ count: number })] : []))]
}

/** What opening again has done. Without texts, the desk tells the guests. */
export function liftedWords({ restored, offered, told, untold }: LiftedAnswer, isWithdrawn: boolean): string {
  const done = isWithdrawn ? m.closure_withdrawn_done() : m.closure_lifted_done()
  const more = [
    ...(restored > 0 ? [m.closure_lifted_restored({ count: restored })] : []),
    ...(offered > 0 ? [m.closure_lifted_offered({ count: offered })] : []),
    ...(told > 0 ? [m.closure_lifted_told({ count: told })] : []),
    ...(untold > 0 ? [m.closure_lifted_untold({ count: untold })] : []),
  ]
  return joinSemicolons([done, ...more], getLocale())
}

/** Mon; 2024-01-01 is a Monday. */
export const weekdayWord = (weekday: number): string => weekdayShort(`2024-01-0${weekday}`, getLocale())

/** With the year only where it is another one. */
const dayWord = (day: string) => (day.slice(0, 4) === today().slice(0, 4) ? formatDay : formatDate)(momentAt(day, 0), getLocale())

type Span = { from: string; to: string; opens: string | null; closes: string | null; weekdays: number[] }

/** When a row of the list is closed. A block by itself has no hours of each day, but a moment at which it begins and ends. */
export function listedSpan(row: ListedClosure): string {
  const [start, end] = [new Date(row.start), new Date(row.end)]
  if (row.opens === null && (minuteOf(start) !== 0 || minuteOf(end) !== 0)) return periodWord(row)
  return spanWords({ ...row, from: dayOf(start), to: dayOf(new Date(end.getTime() - 1)) })
}

/** 11/16 to 11/22, 18:00–22:00, Tue Thu */
export function spanWords({ from, to, opens, closes, weekdays }: Span): string {
  const days = from === to ? dayWord(from) : m.closure_from_to({ from: dayWord(from), to: dayWord(to) })
  const hours = opens === null || (opens === '00:00' && closes === '24:00') ? '' : `${opens}–${closes}`
  const some = weekdays.length === 0 || weekdays.length === everyWeekday.length ? '' : weekdays.map(weekdayWord).join(' ')
  return [days, hours, some].filter(Boolean).join('　')
}

export function listedState({ state, failed, start, end, liftedAt }: ListedClosure, now: Date): { word: string; tone: ChipTone } {
  if (state === 'running') return { word: m.closure_state_running(), tone: 'plain' }
  if (state === 'lifted' && liftedAt !== null && liftedAt <= start) return { word: m.closure_state_withdrawn(), tone: 'plain' }
  if (state === 'lifted') return { word: m.closure_state_lifted(), tone: 'plain' }
  if (failed > 0) return { word: m.closure_state_failed({ count: failed }), tone: 'danger' }
  if (new Date(end) <= now) return { word: m.closure_state_over(), tone: 'plain' }
  return new Date(start) <= now ? { word: m.closure_state_now(), tone: 'due' } : { word: m.closure_state_ahead(), tone: 'plain' }
}

const namesShown = 3

/** Badminton Hall, Court 1 Court 2; or the first of several facilities and how many more. */
export function whereWords(facilities: string[], courts: string[]): string {
  if (facilities.length === 1) return `${facilities[0]} ${courts.join('、')}`.trim()
  const names = joinList(facilities.slice(0, namesShown), getLocale())
  const more = facilities.length - namesShown
  return more > 0 ? m.closure_where_more({ names, more }) : names
}

export const periodWord = ({ start, end }: { start: string; end: string }): string =>
  formatPeriod(new Date(start), new Date(end), getLocale())

/** Errors for the fields of the kit. */
export const byPath = (errors: readonly { path: string; message: string }[]): ReadonlyMap<string, string> =>
  new Map(errors.map(({ path, message }) => [path.replace(/^plan\./, ''), message]))
