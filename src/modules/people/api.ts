import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles, managerRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import { findPeople } from '#modules/orders/person-search-store.ts'
import { readQuery } from '#modules/orders/line-rules.ts'
import type { LoginDeps } from '#modules/logins/deps.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { endPersonSessions, notePerson, removePersonNote, type EndSessionsRefusal, type NoteRefusal } from './note-person.ts'
import { personDecisionsApi, type DecisionsDeps } from './decisions-api.ts'
import { presentCard } from './present.ts'
import { mergeApi } from './merge-api.ts'
import type { MergeDeps } from './merge-members.ts'
import { readCard } from './read-card.ts'
import { removeAuthenticatorOf } from './remove-authenticator.ts'
import { unlinkPerson, type UnlinkRefusal } from './unlink-person.ts'
import {
  NoteBody,
  NoteRemoveBody,
  PersonBody,
  PersonCardAnswer,
  PersonParams,
  PersonSearchAnswer,
  PersonSearchQuery,
  RemoveAuthenticatorBody,
  UnlinkBody,
} from './wire.ts'

const notFound = { not_found: 404 } as const
const noteStatus = { not_found: 404, idempotency_key_reused: 409 } as const satisfies StatusOf<NoteRefusal>
const endStatus = { not_found: 404, person_is_staff: 409 } as const satisfies StatusOf<EndSessionsRefusal>

const unlinkStatus = { not_found: 404, own_card: 403, person_is_staff: 409 } as const satisfies StatusOf<UnlinkRefusal>

/** People at the desk: search, card, notes and sessions, decisions about them, and merging of doubles. */
export function peopleApi(api: Api, deps: DecisionsDeps & MergeDeps & LoginDeps & { catalogues: Catalogues }): void {
  const { db, catalogues } = deps
  personDecisionsApi(api, deps)
  mergeApi(api, deps)
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Person/Search',
      summary: 'Find people by a part of a name, the start or end of a mobile, an address, an account or an order number',
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
      summary: 'Everything about one person; opening it is written to the audit log, once in fifteen minutes',
      access: deskRoles,
      params: PersonParams,
      answers: { 200: PersonCardAnswer },
      refusals: notFound,
    },
    async ({ params, session, audit, locale, now }) => {
      const card = await readCard(db, { id: params.id, locale, viewer: session.memberId }, audit, now)
      return card
        ? reply(200, presentCard(card, { catalogue: await catalogues.current(), ways: deps.ways }, locale, now))
        : refuse({ code: 'not_found' as const })
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
      refusals: noteStatus,
    },
    async ({ body: { id, noteId, text }, session, audit, now }) =>
      done(await notePerson(db, { id: noteId, memberId: id, text, by: session.memberId }, audit, now)),
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
      refusals: endStatus,
    },
    async ({ body: { id }, audit, now }) => done(await endPersonSessions(db, id, audit, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Person/UnlinkWay',
      summary: 'Unlink an issuer by whom somebody logs in, on their request; they are told by mail and logged out everywhere',
      access: managerRoles,
      body: UnlinkBody,
      answers: { 204: null },
      refusals: unlinkStatus,
    },
    async ({ body: { id, linkId, reason }, session, audit, now, note }) => {
      const result = await unlinkPerson(deps, { memberId: id, subjectId: linkId, reason, by: session.memberId }, audit, now)
      if (result.ok) {
        note('login_way_unlinked', id)
        deps.lettersDue()
      }
      return done(result)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Person/RemoveAuthenticator',
      summary: 'Remove the authenticator app of somebody who has lost it; they are told by mail and logged out everywhere',
      access: managerRoles,
      body: RemoveAuthenticatorBody,
      answers: { 204: null },
      refusals: unlinkStatus,
    },
    async ({ body: { id, reason }, session, audit, now, note }) => {
      const result = await removeAuthenticatorOf(deps, { memberId: id, reason, by: session.memberId }, audit, now)
      if (result.ok) {
        note('second_factor_removed', id)
        deps.lettersDue()
      }
      return done(result)
    },
  )
}
