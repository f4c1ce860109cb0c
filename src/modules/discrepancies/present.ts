import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import type { Issuers } from '#modules/invoices/issuers.ts'
import type { Providers } from '#modules/payments/providers.ts'
import type { DiscrepancyKind } from './rules.ts'
import type { Discrepancy, ListAnswer } from './staff-wire.ts'
import type { ReadCheck, ReadDiscrepancy, ReadWait } from './store.ts'

const words: Record<DiscrepancyKind, { title: typeof m.discrepancy_paid_there; advice: typeof m.discrepancy_paid_there }> = {
  'paid-there': { title: m.discrepancy_paid_there, advice: m.discrepancy_paid_there_advice },
  'paid-here': { title: m.discrepancy_paid_here, advice: m.discrepancy_paid_here_advice },
  'other-amount': { title: m.discrepancy_other_amount, advice: m.discrepancy_other_amount_advice },
  'refunded-there': { title: m.discrepancy_refunded_there, advice: m.discrepancy_refunded_there_advice },
  'refunded-here': { title: m.discrepancy_refunded_here, advice: m.discrepancy_refunded_here_advice },
  'paper-missing': { title: m.discrepancy_paper_missing, advice: m.discrepancy_paper_missing_advice },
  'paper-there': { title: m.discrepancy_paper_there, advice: m.discrepancy_paper_there_advice },
  'paper-twice': { title: m.discrepancy_paper_twice, advice: m.discrepancy_paper_twice_advice },
  'paper-amount': { title: m.discrepancy_paper_amount, advice: m.discrepancy_paper_amount_advice },
  'void-there': { title: m.discrepancy_void_there, advice: m.discrepancy_void_there_advice },
  'void-here': { title: m.discrepancy_void_here, advice: m.discrepancy_void_here_advice },
  allowances: { title: m.discrepancy_allowances, advice: m.discrepancy_allowances_advice },
}

export type Names = { providers: Pick<Providers, 'known'>; issuers: Pick<Issuers, 'known'> }

/** A provider and an issuer may have the same name, and then it is the same company. */
const nameOf = ({ providers, issuers }: Names, asked: string, locale: Locale): string => {
  const known = providers.known(asked) ?? issuers.known(asked)
  return known ? say(known.title, locale) : asked
}

export function presentDiscrepancy(one: ReadDiscrepancy, names: Names, locale: Locale): Discrepancy {
  const { asked, foundAt, settledAt, ...rest } = one
  const { title, advice } = words[one.kind]
  return {
    ...rest,
    title: title({}, { locale }),
    advice: advice({}, { locale }),
    other: nameOf(names, asked, locale),
    foundAt: foundAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  }
}

export const presentChecks = (
  { checks, waits }: { checks: ReadCheck[]; waits: ReadWait[] },
  names: Names,
  locale: Locale,
): Pick<ListAnswer, 'checks' | 'waits'> => ({
  checks: checks.map((check) => ({
    ...check,
    startedAt: check.startedAt.toISOString(),
    finishedAt: check.finishedAt?.toISOString() ?? null,
  })),
  waits: waits.map(({ asked, count, problem, nextAt }) => ({
    other: nameOf(names, asked, locale),
    count,
    reason:
      problem === 'too_often'
        ? m.discrepancies_too_often({}, { locale })
        : problem === 'moving'
          ? m.discrepancies_moving({}, { locale })
          : problem,
    nextAt: nextAt.toISOString(),
  })),
})
