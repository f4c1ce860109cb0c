import * as m from '#i18n/generated/messages.js'
import { formatDate, formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { writeCsv } from '#lib/csv.ts'
import { momentAt } from '#lib/zone.ts'
import {
  clearableFrom,
  daysOverdue,
  deskStatuses,
  deskStatusOf,
  lastDayOf,
  whatGoesBack,
  whoIsOver,
  type CallOutcome,
  type DeskStatus,
} from './rules.ts'
import type { DeskLocker as ReadLocker } from './desk-store.ts'
import type { DeskLocker, DeskPlanAnswer } from './desk-wire.ts'

type Limits = { renewDays: number; clearDays: number }

export function presentDeskPlan(lockers: ReadLocker[], limits: Limits, locale: Locale, now: Date): DeskPlanAnswer {
  const shown = lockers.map((locker) => ({ wall: locker.wall, locker: presentLocker(locker, limits, locale, now) }))
  const count = (status: DeskStatus) => shown.filter(({ locker }) => locker.status === status).length
  return {
    walls: [...Map.groupBy(shown, ({ wall }) => wall)].map(([wall, ofWall]) => ({
      wall,
      columns: Math.max(...ofWall.map(({ locker }) => locker.column)),
      rows: Math.max(...ofWall.map(({ locker }) => locker.row)),
      lockers: ofWall.map(({ locker }) => locker),
    })),
    counts: Object.fromEntries(deskStatuses.map((status) => [status, count(status)])) as Record<DeskStatus, number>,
    serverTime: now.toISOString(),
  }
}

function presentLocker(locker: ReadLocker, limits: Limits, locale: Locale, now: Date): DeskLocker {
  const { id, number, sizeName, column, row, outOfOrderAt, outOfOrderWhy, rental } = locker
  const endsAt = rental?.endsAt ? new Date(rental.endsAt) : null
  const status = deskStatusOf({ isOutOfOrder: outOfOrderAt !== null, rental: rental && { ...rental, endsAt } }, limits.renewDays, now)
  const plain = { id, number, sizeName: say(sizeName, locale), column, row, status, why: outOfOrderWhy }
  if (!rental) return { ...plain, rental: null }
  const isActive = rental.state === 'active' && endsAt !== null
  const back = whatGoesBack(
    rental.paid.map((term) => ({ ...term, startsAt: new Date(term.startsAt) })),
    now,
  )
  const clearFrom = isActive ? clearableFrom(endsAt, limits.clearDays) : null
  return {
    ...plain,
    rental: {
      id: rental.id,
      memberId: rental.memberId,
      name: rental.name,
      mobile: rental.mobile,
      lastDay: isActive ? lastDayOf(endsAt) : null,
      daysOver: isActive ? daysOverdue(endsAt, now) : 0,
      returnGives: isActive ? back.reduce((sum, { amount }) => sum + amount, 0) : null,
      clearFrom: clearFrom?.toISOString() ?? null,
      mayClear: clearFrom !== null && clearFrom <= now,
      waitingOrderNo: rental.waitingOrderNo,
      calls: rental.calls.map((call) => ({ ...call, at: new Date(call.at).toISOString() })),
    },
  }
}

const outcomeWords: Record<CallOutcome, typeof m.locker_call_reached> = {
  reached: m.locker_call_reached,
  promised: m.locker_call_promised,
  'no-answer': m.locker_call_no_answer,
  'wrong-number': m.locker_call_wrong_number,
}

/** CSV of the rentals that are over, with the phone numbers to call. */
export function callingCsv(plan: DeskPlanAnswer, locale: Locale): string {
  const spoken = { locale }
  const head = [
    m.locker_column_number({}, spoken),
    m.locker_column_who({}, spoken),
    m.locker_column_mobile({}, spoken),
    m.locker_column_ended({}, spoken),
    m.locker_column_days({}, spoken),
    m.locker_column_calls({}, spoken),
  ]
  const lines = whoIsOver(plan.walls.flatMap(({ lockers }) => lockers)).map(
    ({ number, rental: { name, mobile, lastDay, daysOver, calls } }) => [
      number,
      name,
      mobile,
      lastDay === null ? '' : formatDate(momentAt(lastDay, 0), locale),
      daysOver,
      calls
        .map(({ at, outcome, note }) => `${formatMoment(new Date(at), locale)} ${outcomeWords[outcome]({}, spoken)} ${note}`.trim())
        .join('；'),
    ],
  )
  return writeCsv([head, ...lines])
}
