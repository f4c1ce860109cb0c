import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { adminRoles } from '#http/session.ts'
import { sessionCookies } from '#modules/logins/login-caller.ts'
import { deviceMarksOf } from '#modules/logins/cookies.ts'
import { loginAnswer } from '#modules/logins/present.ts'
import { endSessions } from '#modules/logins/session-store.ts'
import type { SiteAccess } from '#modules/settings/rules.ts'
import type { JoinDeps } from './deps.ts'
import { keyStatus } from './join-api.ts'
import { makeFirstAdmin, type FirstAdminRefusal } from './open-setup.ts'
import { openDoors, type OpenDoorsDeps, type OpenDoorsRefusal } from './setup-facts.ts'
import { readInvitation } from './read-invitation.ts'
import { doneSteps, missingIn, nextStep } from './setup-rules.ts'
import { FirstAdminAnswer, FirstAdminBody, OpenDoorsBody, SetupAnswer, SetupKeyAnswer } from './setup-wire.ts'
import { KeyBody } from './wire.ts'

export type SetupDeps = JoinDeps & OpenDoorsDeps & { readSiteAccess(): Promise<SiteAccess> }

const adminStatus = {
  ...keyStatus,
  secret_too_common: 422,
  account_taken: 409,
  email_taken: 409,
  setup_done: 410,
} as const satisfies StatusOf<FirstAdminRefusal>
const doorsStatus = { setup_incomplete: 409 } as const satisfies StatusOf<OpenDoorsRefusal>

/** Calls of the setup wizard: the first admin by the setup link, then what is done and what is missing. */
export function setupApi(api: Api, deps: SetupDeps): void {
  const secure = deps.publicUrl.startsWith('https:')

  api.add(
    {
      method: 'post',
      path: '/api/Setup/Read',
      reads: true,
      summary: 'Whether a setup link still works; the key is in the body, so that no log keeps it',
      access: 'public',
      body: KeyBody,
      answers: { 200: SetupKeyAnswer },
      refusals: keyStatus,
    },
    async ({ body: { key }, address, now }) => {
      const found = await readInvitation(deps.db, { key, purpose: 'setup', address }, now)
      return found.ok ? reply(200, { expiresAt: found.value.expiresAt.toISOString() }) : found
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Setup/Admin',
      summary: 'Make the first admin by the setup link, and log in',
      access: 'public',
      body: FirstAdminBody,
      answers: { 201: FirstAdminAnswer },
      refusals: adminStatus,
    },
    async ({ body, request, address, locale, session, now, note, audit }) => {
      const { headers } = request
      const caller = { address, userAgent: headers.get('user-agent'), deviceMarks: deviceMarksOf(headers.get('cookie')), locale }
      const made = await makeFirstAdmin(deps, body, caller, audit, now)
      if (!made.ok) return made
      note('staff_joined', made.value.member.id)
      if (session) await endSessions(deps.db, session.personId, { only: session.id }, now)
      return reply(201, loginAnswer(made.value), { 'set-cookie': sessionCookies(made.value, secure) })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Setup',
      summary: 'How far the centre is set up, and what is missing',
      access: adminRoles,
      answers: { 200: SetupAnswer },
    },
    async () => {
      const [facts, siteAccess] = await Promise.all([deps.readFacts(), deps.readSiteAccess()])
      const steps = doneSteps(facts)
      const { facilities, courts, isOpen } = facts
      return reply(200, { done: steps, next: nextStep(steps), facilities, courts, missing: missingIn(facts), isOpen, siteAccess })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Setup/Open',
      summary: 'Open the doors: from now on visitors see the centre',
      access: adminRoles,
      body: OpenDoorsBody,
      answers: { 204: null },
      refusals: doorsStatus,
    },
    async ({ body: { siteAccess }, session, audit, now }) => done(await openDoors(deps, siteAccess, { by: session.memberId, audit }, now)),
  )
}
