import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import { readInbox } from './store.ts'
import { DemoInboxAnswer, DemoInboxQuery } from './wire.ts'

/** The demo inbox, in which everybody reads all messages: added in the demo only. */
export function demoInboxApi(api: Api, { db }: { db: Db }): void {
  api.add(
    {
      method: 'get',
      path: '/api/Demo/Inbox',
      summary: 'The mails and texts that the demo did not send, newest first',
      access: 'public',
      query: DemoInboxQuery,
      answers: { 200: DemoInboxAnswer },
    },
    async ({ query: { recipient, channel, limit } }) => {
      const messages = await readInbox(db, { recipient, channel, limit })
      return reply(
        200,
        messages.map((message) => ({ ...message, sentAt: message.sentAt.toISOString(), createdAt: message.createdAt.toISOString() })),
      )
    },
  )
}
