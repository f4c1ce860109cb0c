import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { EvidenceAnswer, ListedPointAnswer } from './office-wire.ts'
import type { ListedPoint, ListedSuspension } from './office-store.ts'
import type { Evidence } from './read-points.ts'
import { pointStatus } from './rules.ts'

const iso = (moment: Date | null) => moment?.toISOString() ?? null

export const presentListedPoint = (point: ListedPoint, now: Date): ListedPointAnswer => ({
  id: point.id,
  person: { id: point.memberId, name: point.memberName },
  kind: point.kind,
  status: pointStatus(point, now),
  orderNo: point.orderNo,
  reason: point.reason,
  at: point.at.toISOString(),
  expiresAt: point.expiresAt.toISOString(),
  removal: point.removal,
  removedAt: iso(point.removedAt),
  removedBy: point.removedBy,
  removedReason: point.removedReason,
  appeal: point.appeal,
  appealedAt: iso(point.appealedAt),
  decidedBy: point.decidedBy,
})

export function presentEvidence(evidence: Evidence, { courtOf }: Catalogue, locale: Locale, viewer: string, now: Date): EvidenceAnswer {
  const { point, order, items, messages, appeal, others, suspension, limits } = evidence
  const placeOf = (courtId: number) => {
    const found = courtOf.get(courtId)
    return found ? `${say(found.facility.name, locale)} ${say(found.court.name, locale)}` : ''
  }
  const listed = [point, ...others].map((one) => presentListedPoint(one, now))
  return {
    point: listed[0]!,
    order: {
      status: order.state as EvidenceAnswer['order']['status'],
      createdAt: order.createdAt.toISOString(),
      payBefore: iso(order.payBefore),
      paidAt: iso(order.paidAt),
      closedAt: iso(order.closedAt),
    },
    items: items.map(({ courtId, start, end, state, checkedInAt, checkedInBy, missedAt }) => ({
      place: placeOf(courtId),
      start: start.toISOString(),
      end: end.toISOString(),
      cancelled: state === 'cancelled',
      checkedInAt: iso(checkedInAt),
      checkedInBy,
      missedAt: iso(missedAt),
    })),
    messages: messages.map(({ at, ...message }) => ({ at: at.toISOString(), ...message })),
    appeal: appeal
      ? {
          id: appeal.appealId,
          status: appeal.state,
          text: appeal.text,
          file: appeal.file,
          sentAt: appeal.sentAt.toISOString(),
          decidedAt: iso(appeal.decidedAt),
          decidedBy: appeal.decidedBy,
          reason: appeal.reason,
        }
      : null,
    others: listed.slice(1),
    counting: listed.filter(({ status }) => status === 'counts').length,
    pointsToSuspend: limits.pointsToSuspend,
    suspension: suspension
      ? { id: suspension.id, from: suspension.from.toISOString(), until: suspension.until.toISOString(), reason: suspension.reason }
      : null,
    isOwn: point.memberId === viewer,
  }
}

export const presentSuspension = (suspension: ListedSuspension, now: Date) => ({
  id: suspension.id,
  person: { id: suspension.memberId, name: suspension.memberName },
  from: suspension.from.toISOString(),
  until: suspension.until.toISOString(),
  points: suspension.points,
  reason: suspension.reason,
  givenBy: suspension.givenBy,
  liftedAt: iso(suspension.liftedAt),
  liftedBy: suspension.liftedBy,
  isOpen: suspension.liftedAt === null && suspension.until > now,
})
