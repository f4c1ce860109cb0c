import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { ReadReport } from './report-store.ts'
import type { ListedReport, ReportAnswer } from './wire.ts'

export function presentListed(report: ReadReport, catalogue: Catalogue, locale: Locale): ListedReport {
  const { ticketNo, kind, state, title, waterKind, facilityId, courtId, createdAt, changedAt } = report
  return {
    ticketNo,
    kind,
    state,
    title,
    waterKind,
    venue1stId: facilityId,
    venue1stName: say(catalogue.facilityOf.get(facilityId)?.name, locale) ?? '',
    venue2ndId: courtId,
    venue2ndName: courtId === null ? null : (say(catalogue.courtOf.get(courtId)?.court.name, locale) ?? ''),
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
  }
}

/** For the reporter: without internal notes. */
export function presentReport(report: ReadReport, catalogue: Catalogue, locale: Locale): ReportAnswer {
  const steps = report.steps.filter((step) => step.public)
  return {
    ...presentListed(report, catalogue, locale),
    // Internal notes do not change it.
    changedAt: (steps.at(-1)?.at ?? report.createdAt).toISOString(),
    description: report.description,
    photos: report.photos,
    steps: steps.map(({ at, state, text }) => ({ at: at.toISOString(), state, text })),
  }
}

export function presentForStaff(report: ReadReport, catalogue: Catalogue, locale: Locale) {
  const { description, photos, assignee, contactName, contactPhone, memberId, reporter, block, steps } = report
  return {
    ...presentListed(report, catalogue, locale),
    description,
    photos,
    assignee,
    contactName,
    contactPhone,
    reporter: {
      kind: memberId === null ? ('visitor' as const) : ('member' as const),
      name: reporter.name,
      email: reporter.email,
      mobile: reporter.mobile,
      locale: reporter.locale,
    },
    block: block && { ...block, start: block.start.toISOString(), end: block.end.toISOString() },
    steps: steps.map(({ at, ...step }) => ({ at: at.toISOString(), ...step })),
  }
}
