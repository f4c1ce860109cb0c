import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { managerRoles } from '#http/session.ts'
import { countByState, countWaiting, listMessages, type ListedMessage } from './list-store.ts'
import { resendMessage, type ResendRefusal } from './send-letter-again.ts'
import { isWorthSending, maskRecipient, messageMoves } from './rules.ts'
import { DemoInboxAnswer, DemoInboxQuery, MessageListAnswer, MessageListQuery, ResendBody, type StaffMessage } from './staff-wire.ts'
import { readNoticeBudget, readTextBudget } from './text-budget.ts'
import { readInbox } from './store.ts'

const resendStatus = {
  not_found: 404,
  message_not_failed: 409,
  message_too_old: 409,
  text_budget_spent: 429,
} as const satisfies StatusOf<ResendRefusal>

/** Mails and texts, for whoever runs the centre: what was sent, what failed and why. */
export function messagesStaffApi(api: Api, { db, jobs }: { db: Db; jobs: Jobs }): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Message/List',
      summary: 'Mails and texts, newest first, without what they say: codes and links are secrets',
      access: managerRoles,
      query: MessageListQuery,
      answers: { 200: MessageListAnswer },
    },
    async ({ query: { channel, state, recipient, page, pageSize }, session, now }) => {
      const [rows, counts, texts, notices, waiting] = await Promise.all([
        listMessages(db, { channel, state, recipient, page, pageSize }),
        countByState(db, channel),
        readTextBudget(db, now),
        readNoticeBudget(db, now),
        countWaiting(db),
      ])
      const items = rows.map((row) => present(row, session.roles.includes('admin'), now))
      const budget = {
        sent: texts.sent,
        limit: texts.limit,
        resetsAt: texts.resetsAt.toISOString(),
        notices: { sent: notices.sent, limit: notices.limit, resetsAt: notices.resetsAt.toISOString() },
        waiting,
      }
      return reply(200, { items, total: rows[0]?.total ?? 0, page, pageSize, counts, texts: budget })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Message/Resend',
      summary: 'Send a message once more that could not be sent',
      access: managerRoles,
      body: ResendBody,
      answers: { 204: null },
      refusals: resendStatus,
    },
    async ({ body, audit, now }) => done(await resendMessage({ db, jobs }, body.id, audit, now)),
  )
}

const present = ({ hasText, total: _, ...row }: ListedMessage, isWhole: boolean, now: Date): StaffMessage => ({
  ...row,
  recipient: isWhole ? row.recipient : maskRecipient(row.recipient),
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  canResend: messageMoves.sendAgain.from.some((state) => state === row.state) && hasText && isWorthSending(row, now),
})

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
