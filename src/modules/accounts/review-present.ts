import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { dayOf } from '#lib/zone.ts'
import type { EarlierReview, ListedReview, ReviewDetail } from './review-list-store.ts'
import { lastDayFor, type ReviewKind } from './rules.ts'
import type { ReviewAnswer, ReviewsAnswer } from './review-wire.ts'

const iso = (moment: Date | string | null): string | null => (moment === null ? null : new Date(moment).toISOString())

/** One row more than the page has been read: it tells that there is a next page. */
export function presentReviews(rows: ListedReview[], pageSize: number, locale: Locale, now: Date): ReviewsAnswer {
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    items: shown.map(({ micros: _, memberId, name, titleTw, titleEn, total: __, oldest: ___, ...row }) => ({
      ...row,
      person: { id: memberId, name },
      title: say({ tw: titleTw, en: titleEn }, locale),
      submittedAt: row.submittedAt.toISOString(),
      reviewedAt: iso(row.reviewedAt),
    })),
    next: last ? `${last.micros}.${last.id}` : null,
    total: rows[0]?.total ?? 0,
    oldest: iso(rows[0]?.oldest ?? null),
    now: now.toISOString(),
  }
}

type Viewing = { locale: Locale; viewer: string; now: Date }

export function presentReview(kind: ReviewKind, row: ReviewDetail, { locale, viewer, now }: Viewing): ReviewAnswer {
  const { id, memberId, name, account, mobile, state, reason, files, club, proof } = row
  const word = (tw: string, en: string) => say({ tw, en }, locale)
  const today = dayOf(now)
  return {
    kind,
    id,
    person: { id: memberId, name, account, mobile, locale: row.locale },
    state,
    reason,
    submittedAt: row.submittedAt.toISOString(),
    reviewedAt: iso(row.reviewedAt),
    reviewedBy: row.reviewedById === null ? null : { name: row.reviewedBy ?? '', isYou: row.reviewedById === viewer },
    files,
    proof: proof && {
      identity: say(proof.identity, locale),
      current: say(proof.current, locale),
      months: proof.months,
      from: today,
      latest: lastDayFor(proof.latest, today),
      until: proof.latest,
      validUntil: proof.validUntil,
      isSeenAtDesk: !proof.hasFile,
    },
    club,
    earlier: row.earlier.map((one) => presentEarlier(one, word)),
  }
}

const presentEarlier = (
  { titleTw, titleEn, submittedAt, reviewedAt, ...row }: EarlierReview,
  word: (tw: string, en: string) => string,
): ReviewAnswer['earlier'][number] => ({
  ...row,
  title: word(titleTw, titleEn),
  submittedAt: iso(submittedAt)!,
  reviewedAt: iso(reviewedAt),
})
