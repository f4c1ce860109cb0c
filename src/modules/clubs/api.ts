import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import type { Session } from '#http/session.ts'
import { readClubPeople } from '#modules/accounts/club-store.ts'
import { answerOffer, changeRole, leaveClub, offerClub, removePerson, withdrawOffer, type PeopleRefusal } from './change-people.ts'
import type { ClubActor, ClubDeps } from './deps.ts'
import {
  acceptClubInvitation,
  inviteToClub,
  readClubInvitation,
  withdrawClubInvitation,
  type AcceptRefusal,
  type InvitationOver,
  type InviteRefusal,
} from './invite.ts'
import { listOpenInvitations, readHandover } from './store.ts'
import {
  AcceptAnswer,
  AnswerBody,
  ClubPeopleAnswer,
  InvitationIdBody,
  InviteBody,
  KeyBody,
  PersonBody,
  RoleBody,
  ShownInvitationAnswer,
} from './wire.ts'

const peopleStatus = {
  club_role: 403,
  not_found: 404,
  hand_over_first: 409,
  own_login_is_staff: 409,
  too_many_requests: 429,
} as const satisfies StatusOf<PeopleRefusal>
const inviteStatus = { club_role: 403, too_many_requests: 429, in_club: 409, club_full: 409 } as const satisfies StatusOf<InviteRefusal>
/** 410 for a link that was once good: the page says what became of it. */
const overStatus = {
  invitation_unknown: 404,
  invitation_used: 410,
  invitation_withdrawn: 410,
  invitation_expired: 410,
} as const satisfies StatusOf<InvitationOver>
const acceptStatus = {
  ...overStatus,
  invitation_for_another: 403,
  in_club_already: 409,
  club_full: 409,
} as const satisfies StatusOf<AcceptRefusal>

const actorOf = ({ memberId, personId, name }: Session): ClubActor => ({ clubId: memberId, personId, name })

/** Who acts for a club: for themselves. */
export function clubsApi(api: Api, deps: ClubDeps): void {
  const { db } = deps

  api.add(
    {
      method: 'get',
      path: '/api/Club/People',
      summary: 'Who acts for my club, and who is asked to',
      access: 'community',
      answers: { 200: ClubPeopleAnswer },
    },
    async ({ session: { memberId, personId, clubRole }, now }) => {
      const [people, handover] = [await readClubPeople(db, memberId), await readHandover(db, memberId, now)]
      const to = people.find(({ id }) => id === handover?.toId)
      const invitations = clubRole === 'owner' ? await listOpenInvitations(db, memberId, now) : []
      return reply(200, {
        people: people.map(({ locale: _, email, since, ...person }) => {
          const isYou = person.id === personId
          return { ...person, email: clubRole === 'owner' || isYou ? email : '', since: since.toISOString(), isYou }
        }),
        invitations: invitations.map(({ id, email, role, expiresAt }) => ({ id, email, role, expiresAt: expiresAt.toISOString() })),
        handover: to ? { toId: to.id, toName: to.name, isToYou: to.id === personId } : null,
      })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Club/Invitation',
      summary: 'Ask somebody by mail to act for my club',
      access: 'community',
      body: InviteBody,
      answers: { 204: null },
      refusals: inviteStatus,
    },
    async ({ body, session, audit, locale, now }) => done(await inviteToClub(deps, { locale, ...body }, actorOf(session), audit, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Club/Invitation/Withdraw',
      summary: 'Take an invitation back',
      access: 'community',
      body: InvitationIdBody,
      answers: { 204: null },
      refusals: { club_role: 403, not_found: 404 },
    },
    async ({ body, session, now }) => done(await withdrawClubInvitation(deps, body.id, actorOf(session), now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Club/Invitation/Read',
      reads: true,
      summary: 'What an invitation to act for a club says; the key is in the body, so that no log keeps it',
      access: 'public',
      body: KeyBody,
      answers: { 200: ShownInvitationAnswer },
      refusals: overStatus,
    },
    async ({ body, now }) => {
      const found = await readClubInvitation(deps, body.key, now)
      return found.ok ? reply(200, { ...found.value, expiresAt: found.value.expiresAt.toISOString() }) : found
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Club/Invitation/Accept',
      summary: 'Act for the club of an invitation from now on',
      access: 'member',
      body: KeyBody,
      answers: { 200: AcceptAnswer },
      refusals: acceptStatus,
    },
    async ({ body, session, audit, now }) => {
      const accepted = await acceptClubInvitation(deps, body.key, session.personId, audit, now)
      return accepted.ok ? reply(200, accepted.value) : accepted
    },
  )

  changesApi(api, deps)
}

/** Changing who acts for a club, and handing it over. */
function changesApi(api: Api, deps: ClubDeps): void {
  const answers = { 204: null } as const
  const change = { access: 'community', answers, refusals: peopleStatus } as const

  api.add(
    { method: 'post', path: '/api/Club/People/Role', summary: 'Give somebody in my club another role', body: RoleBody, ...change },
    async ({ body, session, audit, now }) => done(await changeRole(deps, body, actorOf(session), audit, now)),
  )
  api.add(
    { method: 'post', path: '/api/Club/People/Remove', summary: 'Take somebody out of my club', body: PersonBody, ...change },
    async ({ body, session, audit, now }) => done(await removePerson(deps, body.personId, actorOf(session), audit, now)),
  )
  api.add(
    { method: 'post', path: '/api/Club/Leave', summary: 'Leave the club for which I act', ...change },
    async ({ session, audit, now }) => done(await leaveClub(deps, actorOf(session), audit, now)),
  )
  api.add(
    { method: 'post', path: '/api/Club/Handover', summary: 'Offer my club to somebody in it', body: PersonBody, ...change },
    async ({ body, session, now }) => done(await offerClub(deps, body.personId, actorOf(session), now)),
  )
  api.add({ method: 'delete', path: '/api/Club/Handover', summary: 'Take the offer of my club back', ...change }, async ({ session }) =>
    done(await withdrawOffer(deps, actorOf(session))),
  )
  api.add(
    {
      method: 'post',
      path: '/api/Club/Handover/Answer',
      summary: 'Take over the club that I was offered, or not',
      body: AnswerBody,
      ...change,
    },
    async ({ body, session, audit, now }) => done(await answerOffer(deps, body.accept, actorOf(session), audit, now)),
  )
}
