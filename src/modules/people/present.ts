import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import type { LoginWays } from '#modules/logins/ways.ts'
import { titleOf } from '#modules/orders/line-texts.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { Suspension } from '#modules/violations/read-store.ts'
import { pointStatus } from '#modules/violations/rules.ts'
import type { Card } from './read-card.ts'

type Named = { catalogue: Catalogue; ways: LoginWays }

export function presentCard(card: Card, { catalogue: { courtOf }, ways }: Named, locale: Locale, now: Date) {
  const { member, money, suspension, limits, neverSuspended } = card
  const points = card.points.map((point) => ({ ...point, status: pointStatus(point, now) }))
  const placeOf = (courtId: number | null) => {
    const found = courtId === null ? undefined : courtOf.get(courtId)
    return found ? `${say(found.facility.name, locale)} ${say(found.court.name, locale)}` : ''
  }
  return {
    ...member,
    money,
    ...presentIdentities(card, locale),
    orders: card.orders.map(({ state, createdAt, start, courtId, lines, ...order }) => ({
      ...order,
      status: state,
      createdAt: createdAt.toISOString(),
      start: start?.toISOString() ?? null,
      place: placeOf(courtId) || (titleOf(lines, locale) ?? ''),
    })),
    points: points.map(({ id, kind, orderNo, reason, status, at, expiresAt }) => ({
      id,
      kind,
      orderNo,
      reason,
      status,
      at: at.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    counting: points.filter(({ status }) => status === 'counts').length,
    pointsToSuspend: limits.pointsToSuspend,
    suspendDays: limits.suspendDays,
    suspension: suspension ? presentSuspension(suspension, now) : null,
    neverSuspended,
    lockers: card.lockers.map((locker) => ({ ...locker, endsAt: locker.endsAt?.toISOString() ?? null })),
    sessions: card.sessions.map(({ id, device, lastSeenAt }) => ({ id, device, lastSeenAt: lastSeenAt.toISOString() })),
    logins: {
      ...card.logins,
      links: card.logins.links.map(({ id, way, linkedAt, lastUsedAt }) => ({
        id,
        title: say(ways.known(way)?.title, locale) ?? way,
        linkedAt: linkedAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    },
    messages: card.messages.map((message) => ({ ...message, createdAt: message.createdAt.toISOString() })),
    clubPeople: card.clubPeople?.map(({ id, name, role, isOwnLogin }) => ({ id, name, role, isOwnLogin })) ?? null,
    merges: card.merges.map((merge) => ({ ...merge, at: merge.at.toISOString() })),
    notes: card.notes.map(({ id, text, byName, at }) => ({ id, text, byName, at: at.toISOString() })),
  }
}

const presentIdentities = ({ choices, proofs }: Card, locale: Locale) => ({
  identities: choices.map(({ id, name_tw, name_en, needs_proof, proof_months }) => ({
    id,
    name: say({ tw: name_tw, en: name_en }, locale),
    needsProof: needs_proof,
    proofMonths: proof_months,
  })),
  proofs: proofs.map(({ identity, submittedAt, ...proof }) => ({
    ...proof,
    identity: say(identity, locale),
    submittedAt: submittedAt.toISOString(),
  })),
})

const presentSuspension = ({ id, from, until, reason }: Suspension, now: Date) => ({
  id,
  from: from.toISOString(),
  until: until.toISOString(),
  hasBegun: from <= now,
  reason,
})
