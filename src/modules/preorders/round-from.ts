import type { Locale } from '#i18n/locale.ts'
import { text } from '#i18n/text.ts'
import { minuteFrom } from '#lib/zone.ts'
import type { Limits } from '#modules/settings/rules.ts'
import type { z } from 'zod'
import { askedKinds, type NewRound } from './rules.ts'
import type { RoundBody } from './staff-wire.ts'
import type { RoundProblem } from './why-not-round.ts'

/** A round as asked for; what was left out is as the centre's rules say. */
export const roundFrom = (body: z.output<typeof RoundBody>, { rounds, documents }: Pick<Limits, 'rounds' | 'documents'>): NewRound => ({
  name: { tw: body.nameTw, en: body.nameEn || body.nameTw },
  seasonFrom: body.seasonFrom,
  seasonTo: body.seasonTo,
  viewStart: new Date(body.viewStart),
  orderStart: new Date(body.orderStart),
  end: new Date(body.end),
  mode: body.mode,
  newcomerPercent: body.mode === 'ballot' ? body.newcomerPercent : 0,
  periodsPerWeek: body.periodsPerWeek ?? rounds.periodsPerWeek,
  minutesPerPeriod: body.minutesPerPeriod ?? rounds.minutesPerPeriod,
  payDays: body.payDays ?? rounds.payDays,
  giveBackHours: body.giveBackHours ?? rounds.giveBackHours,
  documentKinds: [...new Set(body.documentKinds ?? askedKinds(documents))],
  facilities: body.facilities.map(({ venue1stId, opens, closes }) => ({
    facilityId: venue1stId,
    opens: minuteFrom(opens),
    closes: minuteFrom(closes),
  })),
})

/** The problems of a round by field, in the caller's language. */
export function inWords(
  { code, problems }: { code: 'round_invalid'; problems: RoundProblem[] },
  locale: Locale,
): { code: 'round_invalid' } {
  const errors = problems.map(({ path, message }) => ({ path, message: text(message, locale)! }))
  return Object.assign({ errors }, { code })
}
