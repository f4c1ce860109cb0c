import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { timeFrom } from '#lib/zone.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { refundTiersOf } from '#modules/orders/rules.ts'
import { phaseOf } from '#modules/settings/window-rules.ts'
import type { ChosenRoundAnswer } from './season-wire.ts'
import type { CheckedLine } from './check-lines.ts'
import { giveBackTerms } from './give-back.ts'
import { lineBody } from './line-wire.ts'
import type { LineOutcome } from './prepare-request.ts'
import type { Season } from './read-season.ts'
import type { ReadDate } from './read-store.ts'
import type { ShownPreOrder } from './read-preorder.ts'
import { isOpenToChange, takesPreOrders, type Round } from './rules.ts'
import type { ListedPreOrder, PreOrderDetail, RoundAnswer, SeasonSchedule } from './wire.ts'
import { lineProblemTitle, lineSummary, whyText } from './texts.ts'

export const presentRound = (round: Round, locale: Locale, now: Date): RoundAnswer => ({
  id: round.id,
  name: say(round.name, locale),
  seasonFrom: round.seasonFrom,
  seasonTo: round.seasonTo,
  viewStart: round.viewStart.toISOString(),
  orderStart: round.orderStart.toISOString(),
  end: round.end.toISOString(),
  phase: phaseOf(round, now),
  mode: round.mode,
  drawnAt: round.drawnAt?.toISOString() ?? null,
  periodsPerWeek: round.periodsPerWeek,
  minutesPerPeriod: round.minutesPerPeriod,
  payDays: round.payDays,
  documentKinds: round.documentKinds,
  documentNames: Object.fromEntries(round.documents.kinds.map(({ code, name }) => [code, say(name, locale)])),
  documentsAtMost: round.documents.atMost,
  serverTime: now.toISOString(),
})

/** With all rounds that a club can take part in now. */
export const presentChosenRound = (round: Round, open: Round[], locale: Locale, now: Date): ChosenRoundAnswer => ({
  ...presentRound(round, locale, now),
  open: open.map((one) => ({
    id: one.id,
    name: say(one.name, locale),
    seasonFrom: one.seasonFrom,
    seasonTo: one.seasonTo,
    orderStart: one.orderStart.toISOString(),
    end: one.end.toISOString(),
    phase: phaseOf(one, now) === 'open' ? 'open' : 'view-only',
    takes: one.mode === 'first-come' ? 'pre-orders' : takesPreOrders(one) ? 'leftovers' : 'wishes',
  })),
})

export const presentSchedule = (round: Round, { from, to, slots, courts }: Season, locale: Locale, now: Date): SeasonSchedule => ({
  round: presentRound(round, locale, now),
  from,
  to,
  slots: slots.map(({ start, end }) => ({ start: timeFrom(start), end: timeFrom(end) })),
  courts: courts.map(({ court, days, overview }) => ({ id: court.id, name: say(court.name, locale), days, overview })),
})

export const presentOutcome = (lines: LineOutcome[], locale: Locale) =>
  lines.map(({ held, refused, leftOut }) => ({
    held,
    refused: refused.map(({ date, why }) => ({ date, why, reason: whyText(why, locale) })),
    leftOut,
  }))

export function presentListed({ preOrder, round, catalogue, requestedDays }: ShownPreOrder, locale: Locale): ListedPreOrder {
  const first = preOrder.lines.map(({ courtId }) => catalogue.courtOf.get(courtId)?.facility).find((facility) => facility !== undefined)
  const isDraft = preOrder.state === 'draft'
  return {
    orderNo: preOrder.orderNo,
    title: preOrder.title,
    status: preOrder.state,
    round: { id: round.id, name: say(round.name, locale), seasonFrom: round.seasonFrom, seasonTo: round.seasonTo },
    amount: preOrder.amount,
    dates: isDraft ? requestedDays : preOrder.dates.filter(({ state }) => state === 'held').length,
    summary: preOrder.lines.flatMap((line) => lineSummary(catalogue, line, locale) ?? []),
    drawing: first?.drawing ?? null,
    colour: first?.colour ?? null,
    submittedAt: preOrder.submittedAt?.toISOString() ?? null,
    changedAt: preOrder.changedAt.toISOString(),
    payBefore: preOrder.payBefore?.toISOString() ?? null,
    payOrderNo: preOrder.payOrderNo,
  }
}

export function presentDetail(shown: ShownPreOrder, locale: Locale, now: Date): PreOrderDetail {
  const { preOrder, round, catalogue } = shown
  const { purpose, contactName, contactPhone, headcount, documents, reviewNote, missingKinds, state } = preOrder
  const phase = phaseOf(round, now)
  const changes = isOpenToChange(state)
  return {
    ...presentListed(shown, locale),
    purpose,
    contactName,
    contactPhone,
    headcount,
    wishes: preOrder.lines.map(lineBody),
    lines: [...Map.groupBy(preOrder.dates, ({ line, courtId }) => `${line} ${courtId}`).values()].map((dates) =>
      presentDates(
        catalogue,
        dates,
        state === 'confirmed' ? { hours: round.giveBackHours, bookedAt: preOrder.submittedAt ?? now } : undefined,
        locale,
        now,
      ),
    ),
    documents,
    reviewNote,
    missingKinds,
    may: {
      edit: (changes && phase === 'open') || (state === 'draft' && phase !== 'ended'),
      cancel: state === 'draft' || state === 'approved' || (changes && phase !== 'ended'),
      addDocuments: changes,
      pay: state === 'approved',
    },
    roundDetail: presentRound(round, locale, now),
  }
}

function presentDates(
  catalogue: Catalogue,
  dates: ReadDate[],
  /** Undefined: nothing can be given back yet. */
  givingBack: { hours: number; bookedAt: Date } | undefined,
  locale: Locale,
  now: Date,
): PreOrderDetail['lines'][number] {
  const { courtId, start, end, day } = dates[0]!
  const { court, facility } = catalogue.courtOf.get(courtId)!
  const minuteIn = (moment: Date) => Math.round((moment.getTime() - Date.parse(`${day}T00:00:00+08:00`)) / 60_000)
  return {
    venue1stId: facility.id,
    venue1stName: say(facility.name, locale),
    venue2ndId: court.id,
    venue2ndName: say(court.name, locale),
    start: timeFrom(minuteIn(start)),
    end: timeFrom(minuteIn(end)),
    dates: dates.map((date) => {
      const terms =
        givingBack && date.state === 'held'
          ? giveBackTerms(
              givingBack.hours,
              { ...date, refundTiers: refundTiersOf(catalogue, { facility, day: date.day }, givingBack.bookedAt) },
              now,
            )
          : undefined
      return {
        id: date.id,
        date: date.day,
        price: date.price + date.lightFee,
        state: date.state,
        giveBack: terms ? { refund: terms.refund, percent: terms.percent, until: terms.until.toISOString() } : null,
      }
    }),
  }
}

export const presentChecked = ({ at, dates, leftOut, amount, problems, alternatives }: CheckedLine, locale: Locale) => ({
  venue1stId: at?.facility.id ?? null,
  venue1stName: say(at?.facility.name, locale) ?? '',
  venue2ndName: say(at?.court.name, locale) ?? '',
  dates,
  leftOut,
  amount,
  problems: problems.map((problem) => ({ code: problem.code, title: lineProblemTitle(problem, locale) })),
  alternatives: alternatives.map(({ facility, court, line, free, dates: count }) => ({
    venue1stId: facility.id,
    venue2ndId: court.id,
    venue2ndName: say(court.name, locale),
    start: timeFrom(line.start),
    end: timeFrom(line.end),
    weekday: 'weekly' in line ? line.weekly.weekday : null,
    free,
    dates: count,
  })),
})
