import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles, managerRoles } from '#http/session.ts'
import type { FeedbackDeps } from './deps.ts'
import { readReplies } from './reply-store.ts'
import { RepliesAnswer, RepliesBody } from './wire.ts'
import { writeReplies, type RepliesRefusal } from './write-replies.ts'

const repliesStatus = { replies_changed: 409 } as const satisfies StatusOf<RepliesRefusal>

/** Calls of staff: ready replies to reporters. */
export function repliesApi(api: Api, { db }: Pick<FeedbackDeps, 'db'>): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Report/Replies',
      summary: 'Ready replies, to choose and to edit before they are sent',
      access: deskRoles,
      answers: { 200: RepliesAnswer },
    },
    async () => reply(200, await readReplies(db)),
  )

  api.add(
    {
      method: 'put',
      path: '/api/Staff/Report/Replies',
      summary: 'Replace the ready replies; refused when somebody else has changed them since that revision',
      access: managerRoles,
      body: RepliesBody,
      answers: { 200: RepliesAnswer },
      refusals: repliesStatus,
    },
    async ({ body, audit }) => {
      const written = await writeReplies(db, body, audit)
      return written.ok ? reply(200, written.value) : written
    },
  )
}
