import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import { deskRoles } from '#http/session.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { staffRoles } from '#modules/staff/rules.ts'
import { readToday } from './read-today.ts'
import { presentToday } from './today-present.ts'
import { queuesOf, todayTimes } from './today-rules.ts'
import { getsDigest, setDigest } from '#modules/accounts/staff-store.ts'
import { readWaiting } from './today-store.ts'
import { DigestSwitch, TodayAnswer, WaitingAnswer } from './today-wire.ts'

/** The first screen of the console, and the counts that its rail shows on every screen. */
export function todayApi(api: Api, deps: { db: Db; catalogues: Catalogues }): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Today',
      summary: 'Who arrives in the next hour, who is late, what is unpaid and about to lapse, what is free soon, and what broke',
      access: deskRoles,
      answers: { 200: TodayAnswer },
    },
    async ({ session, locale, now }) => reply(200, presentToday(await readToday(deps, now), queuesOf(session.roles), locale, now)),
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Waiting',
      summary: 'What waits for staff, by queue: how many, and since when; only the queues that the caller’s roles may read',
      access: staffRoles,
      answers: { 200: WaitingAnswer },
    },
    async ({ session, now }) => {
      const waiting = await readWaiting(deps.db, queuesOf(session.roles), todayTimes(now))
      const queues = waiting.map(({ oldest, ...queue }) => ({ ...queue, oldest: oldest?.toISOString() ?? null }))
      return reply(200, { queues, serverTime: now.toISOString() })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Digest',
      summary: 'Whether the caller gets the mail of each morning that says what waits for them',
      access: staffRoles,
      answers: { 200: DigestSwitch },
    },
    async ({ session }) => reply(200, { isOn: await getsDigest(deps.db, session.memberId) }),
  )

  api.add(
    {
      method: 'put',
      path: '/api/Staff/Digest',
      summary: 'Switch the mail of the morning on or off, for oneself',
      access: staffRoles,
      body: DigestSwitch,
      answers: { 204: null },
    },
    async ({ session, body: { isOn }, audit }) => {
      await deps.db.transaction().execute(async (trx) => {
        const before = await getsDigest(trx, session.memberId)
        await setDigest(trx, session.memberId, isOn)
        await audit(trx, {
          action: 'digest.switched',
          subject: { kind: 'member', id: session.memberId },
          before: { isOn: before },
          after: { isOn },
        })
      })
      return reply(204)
    },
  )
}
