import { z } from '@hono/zod-openapi'
import type { Db } from '#db/connect.ts'
import type { Live } from '#db/live.ts'
import { reply, type Api } from '#http/call.ts'
import { eventStream, streamOf, StreamPlaces } from '#http/event-stream.ts'
import type { StatusOf } from '#http/problem.ts'
import { adminRoles, staffRolesOf, type Session, type StaffRole } from '#http/session.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { findSessions } from '#modules/logins/session-store.ts'
import type { LoginWays } from '#modules/logins/ways.ts'
import { staffRoles, type ConsoleTopics } from './rules.ts'
import type { FileUses } from '#modules/files/access.ts'
import { RoleListAnswer } from './wire.ts'

const liveQuery = (isTopic: (text: string) => boolean) =>
  z.object({
    topics: z
      .string()
      .max(200)
      .transform((text) => [...new Set(text.split(','))])
      .pipe(z.array(z.string().refine(isTopic)).min(1).max(12)),
  })

type LiveRefusal = { code: 'staff_only' } | { code: 'too_many_streams'; retryAfterSeconds: number }
const liveStatus = { staff_only: 403, too_many_streams: 429 } as const satisfies StatusOf<LiveRefusal>
/** Streams of one person: a few devices with a few windows each. */
const perPerson = 20

export type LiveDeps = { db: Db; ways: Pick<LoginWays, 'staff'>; live: Live; consoleTopics: ConsoleTopics }

/** The console's live stream. It ends with the session, and with the rights that it was opened by. */
export function staffLiveApi(api: Api, { db, ways, live, consoleTopics: { isTopic, mayListen } }: LiveDeps): void {
  const places = new StreamPlaces(perPerson, 500)
  const mayStill = async (sessionId: string, topics: string[]) => {
    const session = (await findSessions({ db, ways }, [sessionId], [], api.options.clock.now())).get(sessionId)
    return topics.every((topic) => mayListen(staffRolesOf(session), topic))
  }
  function openStream(topics: string[], { id, memberId, roles }: Session): Result<ReadableStream<Uint8Array>, LiveRefusal> {
    if (!topics.every((topic) => mayListen(roles, topic))) return refuse({ code: 'staff_only' })
    if (!places.hasRoom(memberId)) return refuse({ code: 'too_many_streams', retryAfterSeconds: 30 })
    const takePlace = (close: () => void) => places.take(memberId, close)
    const isAllowed = () => mayStill(id, topics)
    return ok(streamOf(live, { keys: topics, dataOf: (topic) => topic, takePlace, isAllowed, askOn: 'staff' }))
  }
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Live',
      summary: 'Server-sent events: `change` with the topic whenever somebody has changed something that a screen of the console shows',
      access: staffRoles,
      query: liveQuery(isTopic),
      answers: { 200: 'bytes' },
      refusals: liveStatus,
    },
    async ({ query: { topics }, session }) => {
      const opened = openStream(topics, session)
      return opened.ok ? reply(200, opened.value, eventStream) : opened
    },
  )
}

/** What each role may do, read from what is enforced: the calls of this API, and who opens which kind of file. */
export function rolesApi(api: Api, fileUses: FileUses): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Role/List',
      summary: 'What each role may call, and which kinds of files it opens',
      access: adminRoles,
      answers: { 200: RoleListAnswer },
    },
    async ({ locale }) => {
      const files = Object.entries(fileUses).map(([use, { title, openedBy }]) => ({
        use,
        title: title({}, { locale }),
        roles: [...openedBy],
      }))
      return reply(200, { files, calls: staffCalls(api) })
    },
  )
}

function staffCalls(api: Api): RoleListAnswer['calls'] {
  return api.app.openAPIRegistry.definitions.flatMap((one) => {
    if (one.type !== 'route') return []
    const { method, path, summary = '', 'x-access': access } = one.route as typeof one.route & { 'x-access': string | StaffRole[] }
    return Array.isArray(access) ? [{ call: `${method.toUpperCase()} ${path}`, summary, roles: access }] : []
  })
}
