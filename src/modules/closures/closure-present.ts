import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { timeFrom } from '#lib/zone.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { ClosureAnswer, EffectAnswer, ListedClosure as ListedAnswer } from './closure-wire.ts'
import type { ListedClosure, ReadClosure, ReportItem } from './list-store.ts'
import type { Affected } from './effect-store.ts'
import type { Effect } from './read-effect.ts'
import { closureItemStates, type ClosureItemState } from './rules.ts'

/** Most bookings that a dry run lists. */
export const shownAtMost = 500

const iso = ({ start, end }: { start: Date; end: Date }) => ({ start: start.toISOString(), end: end.toISOString() })
type Courts = Pick<Catalogue, 'courtOf'>
const courtName = ({ courtOf }: Courts, id: number | null, locale: Locale) =>
  id === null ? null : (say(courtOf.get(id)?.court.name, locale) ?? null)
const facilityName = ({ courtOf }: Courts, courtId: number | null, locale: Locale) =>
  courtId === null ? null : (say(courtOf.get(courtId)?.facility.name, locale) ?? null)

/** Totals of a dry run, or of the part of it in one facility. */
const totalsOf = (affected: Affected[], alternatives: Effect['alternatives']) => ({
  people: new Set(affected.map(({ memberId }) => memberId)).size,
  bookings: affected.length,
  back: affected.reduce((sum, { back }) => sum + back, 0),
  offers: affected.filter(({ holderId }) => alternatives.has(holderId)).length,
  backBesideOffers: affected.reduce((sum, { holderId, back }) => sum + (alternatives.has(holderId) ? 0 : back), 0),
  clubDates: affected.filter(({ isClub }) => isClub).length,
  unpaid: affected.filter(({ state }) => state === 'unpaid').length,
})

export function presentEffect(
  catalogue: Catalogue,
  { places, periods, affected, alternatives, lostOffers, fingerprint }: Effect,
  locale: Locale,
): EffectAnswer {
  const instead = (holderId: string) => {
    const one = alternatives.get(holderId)
    return one
      ? { venue2ndId: one.court.id, facility: say(one.facility.name, locale), court: say(one.court.name, locale), ...iso(one) }
      : null
  }
  return {
    fingerprint,
    facilities: places.map(({ facility: { id, name } }) => ({
      venue1stId: id,
      name: say(name, locale),
      totals: totalsOf(
        affected.filter(({ facilityId }) => facilityId === id),
        alternatives,
      ),
    })),
    courts: places.flatMap(({ courts }) => courts.map(({ name }) => say(name, locale))),
    periods: periods.map(iso),
    totals: totalsOf(affected, alternatives),
    lostOffers: {
      bookings: lostOffers.length,
      people: new Set(lostOffers.map(({ memberId }) => memberId).filter((id) => !affected.some(({ memberId }) => memberId === id))).size,
      back: lostOffers.reduce((sum, { back }) => sum + back, 0),
    },
    bookings: affected.slice(0, shownAtMost).map((one) => ({
      holderId: one.holderId,
      kind: one.kind,
      state: one.state,
      orderNo: one.orderNo,
      memberId: one.memberId,
      name: one.name,
      isGuest: one.isGuest,
      isClub: one.isClub,
      venue1stId: one.facilityId,
      facility: say(catalogue.facilityOf.get(one.facilityId)?.name, locale) ?? '',
      court: courtName(catalogue, one.courtId, locale),
      ...iso(one),
      back: one.back,
      instead: instead(one.holderId),
    })),
  }
}

export function presentListed({ facilityOf, courtOf }: Catalogue, closure: ListedClosure, locale: Locale): ListedAnswer {
  const { facilityIds, courtIds, opensAt, fromMinute, toMinute, reasonTw, reasonEn, createdAt, liftedAt, start, end, ...plain } = closure
  return {
    ...plain,
    facilities: facilityIds.map((id) => say(facilityOf.get(id)?.name, locale) ?? ''),
    courts: courtIds.map((id) => courtName({ courtOf }, id, locale) ?? ''),
    ...iso({ start, end }),
    opensAt: opensAt?.toISOString() ?? null,
    opens: fromMinute === null ? null : timeFrom(fromMinute),
    closes: toMinute === null ? null : timeFrom(toMinute),
    reason: say({ tw: reasonTw, en: reasonEn }, locale),
    createdAt: createdAt.toISOString(),
    liftedAt: liftedAt?.toISOString() ?? null,
  }
}

export function presentClosure(
  { facilityOf, courtOf }: Catalogue,
  closure: ReadClosure,
  items: ReportItem[],
  locale: Locale,
  now: Date,
): ClosureAnswer {
  const { facilities, courtIds, fromDay, toDay, fromMinute, toMinute, reasonTw, reasonEn, wordsTw, wordsEn, ...plain } = closure
  const count = (state: ClosureItemState) => items.filter((item) => item.state === state).length
  return {
    ...plain,
    facilities: facilities.map(({ id, liftedAt }) => ({
      venue1stId: id,
      name: say(facilityOf.get(id)?.name, locale) ?? '',
      liftedAt: liftedAt === null ? null : new Date(liftedAt).toISOString(),
    })),
    courts: courtIds.map((id) => courtName({ courtOf }, id, locale) ?? ''),
    from: fromDay,
    to: toDay,
    opens: timeFrom(fromMinute),
    closes: timeFrom(toMinute),
    reason: { tw: reasonTw, en: reasonEn },
    words: { tw: wordsTw, en: wordsEn },
    createdAt: plain.createdAt.toISOString(),
    finishedAt: plain.finishedAt?.toISOString() ?? null,
    liftedAt: plain.liftedAt?.toISOString() ?? null,
    begins: plain.begins.toISOString(),
    until: plain.until.toISOString(),
    isAhead: plain.begins > now,
    isOver: plain.state !== 'running' && plain.until <= now,
    counts: Object.fromEntries(closureItemStates.map((state) => [state, count(state)])) as Record<ClosureItemState, number>,
    people: new Set(items.map(({ memberId }) => memberId)).size,
    owed: items.reduce((sum, { owed }) => sum + owed, 0),
    items: items.map(({ holderId, state, orderNo, memberId, name, isClub, isGuest, courtId, instead, owed, failure, start, end }) => ({
      holderId,
      state,
      orderNo,
      memberId,
      name,
      isClub,
      isGuest,
      instead: instead && {
        facility: facilityName({ courtOf }, instead.courtId, locale) ?? '',
        court: courtName({ courtOf }, instead.courtId, locale),
        ...iso({ start: new Date(instead.start), end: new Date(instead.end) }),
      },
      owed,
      failure,
      facility: facilityName({ courtOf }, courtId, locale),
      court: courtName({ courtOf }, courtId, locale),
      ...iso({ start, end }),
    })),
  }
}
