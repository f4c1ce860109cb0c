import type { Db } from '#db/connect.ts'
import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles, managerRoles } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { refuse } from '#lib/result.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { pointStatus } from '#modules/violations/rules.ts'
import { endPersonSessions, notePerson, removePersonNote, withdrawPersonPoint, type WithdrawRefusal } from './note-person.ts'
import { readCard, type Card } from './read-card.ts'
import { readQuery } from './rules.ts'
import { findPeople } from './store.ts'
import {
  NoteBody,
  NoteRemoveBody,
  PersonBody,
  PersonCardAnswer,
  PersonParams,
  PersonSearchAnswer,
  PersonSearchQuery,
  WithdrawBody,
} from './wire.ts'

const notFound = { not_found: 404 } as const
const withdrawStatus = { not_found: 404, point_gone: 409 } as const satisfies StatusOf<WithdrawRefusal>

/** People at the desk: search, card, notes, sessions and points. */
export function peopleApi(api: Api, { db, catalogues }: { db: Db; catalogues: Catalogues }): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Person/Search',
      summary: 'Find people by the start of a name, a mobile, an address, an account or an order number',
      access: deskRoles,
      query: PersonSearchQuery,
      answers: { 200: PersonSearchAnswer },
    },
    async ({ query }) => reply(200, { items: await findPeople(db, readQuery(query.q)) }),
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Person/{id}',
      summary: 'Everything about one person; opening it is written to the audit log',
      access: deskRoles,
      params: PersonParams,
      answers: { 200: PersonCardAnswer },
      refusals: notFound,
    },
    async ({ params, audit, locale, now }) => {
      const card = await readCard(db, { id: params.id, locale }, audit, now)
      return card ? reply(200, presentCard(card, await catalogues.current(), locale, now)) : refuse({ code: 'not_found' as const })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Person/Note',
      summary: 'Write a note about somebody for colleagues',
      access: deskRoles,
      body: NoteBody,
      answers: { 204: null },
      refusals: notFound,
    },
    async ({ body: { id, text }, session, audit, now }) =>
      done(await notePerson(db, { memberId: id, text, by: session.memberId }, audit, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Person/Note/Remove',
      summary: 'Take a note away',
      access: deskRoles,
      body: NoteRemoveBody,
      answers: { 204: null },
      refusals: notFound,
    },
    async ({ body: { noteId }, session, audit, now }) => done(await removePersonNote(db, { noteId, by: session.memberId }, audit, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Person/EndSessions',
      summary: 'Log somebody out everywhere',
      access: managerRoles,
      body: PersonBody,
      answers: { 204: null },
      refusals: notFound,
    },
    async ({ body: { id }, audit, now }) => done(await endPersonSessions(db, id, audit, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Person/Point/Withdraw',
      summary: 'Withdraw a violation point with a reason; a suspension with too few points left is lifted',
      access: managerRoles,
      body: WithdrawBody,
      answers: { 204: null },
      refusals: withdrawStatus,
    },
    async ({ body: { pointId, reason }, session, audit, now }) => {
      return done(await withdrawPersonPoint(db, { pointId, reason, by: session.memberId }, audit, now))
    },
  )
}

function presentCard(card: Card, { courtOf }: Catalogue, locale: Locale, now: Date) {
  const { member, orders, money, points, suspension, lockers, sessions, messages, notes } = card
  const placeOf = (courtId: number | null) => {
    const found = courtId === null ? undefined : courtOf.get(courtId)
    return found ? `${found.facility.name[locale]} ${found.court.name[locale]}` : ''
  }
  return {
    ...member,
    money,
    orders: orders.map(({ state, createdAt, start, courtId, ...order }) => ({
      ...order,
      status: state,
      createdAt: createdAt.toISOString(),
      start: start?.toISOString() ?? null,
      place: placeOf(courtId),
    })),
    points: points.map((point) => ({
      id: point.id,
      kind: point.kind,
      orderNo: point.orderNo,
      status: pointStatus(point, now),
      at: point.at.toISOString(),
      expiresAt: point.expiresAt.toISOString(),
    })),
    suspendedUntil: suspension?.until.toISOString() ?? null,
    lockers: lockers.map((locker) => ({ ...locker, endsAt: locker.endsAt?.toISOString() ?? null })),
    sessions: sessions.map((session) => ({ id: session.id, device: session.device, lastSeenAt: session.lastSeenAt.toISOString() })),
    messages: messages.map((message) => ({ ...message, createdAt: message.createdAt.toISOString() })),
    notes: notes.map((note) => ({ id: note.id, text: note.text, byName: note.byName, at: note.at.toISOString() })),
  }
}
