import { mailCheck, textsCheck } from './connections.ts'
import { noFiles, noLetters, noSearches, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { demoInboxApi, messagesStaffApi } from './staff-api.ts'
import { deleteDueMessages, deleteOldMessages, mergeInOutbox } from './member-store.ts'
import { countFailedOfLastDay } from './list-store.ts'
import { deleteToldEvents, readOldestUntold } from './outbox-store.ts'
import { releaseTexts } from './release-texts.ts'
import { resumeMessages } from './look-again.ts'
import { sendMessage } from './send-message.ts'
import { readTextBudget, takeText } from './text-budget.ts'
import { writeLetters } from './write-letters.ts'

export const notifications = {
  provides: { takeText },
  calls(api, { db, jobs, config }) {
    messagesStaffApi(api, { db, jobs })
    if (config.demo) demoInboxApi(api, { db })
  },
  jobs: ({ db, jobs, carriers, live, letters, clock, log }) => [
    {
      name: 'send-message',
      run: async ({ messageId }, { number }) => {
        const outcome = await sendMessage({ db, carriers, letters, clock, log }, messageId, number)
        live.announce(['messages'])
        if (outcome === 'again') return 'again'
      },
    },
    {
      name: 'text-budget-spent',
      run: async ({ perHour }) => {
        log.error({ alarm: 'text-budget-spent', perHour }, 'no more codes or no more notices are sent by text in this hour')
      },
    },
    // At start: a carrier may have been set while messages waited for it.
    { name: 'resume-messages', every: '5 * * * *', atStart: true, run: () => resumeMessages(db, jobs, carriers, log, clock.now()) },
    {
      // Every minute, and soon after something has happened that is to be told.
      name: 'write-letters',
      every: '* * * * *',
      run: async () => {
        await writeLetters({ db, jobs, log }, letters, clock.now())
        await releaseTexts({ db, jobs, log }, letters, clock.now())
      },
    },
  ],
  letters: noLetters,
  member: { ...nothingOfMembers, merge: { rest: mergeInOutbox } },
  retention: ({ db, now, retention, ago }) => ({
    dueMessages: (most) => deleteDueMessages(db, now, most),
    messages: (most) => deleteOldMessages(db, ago(retention.messageDays), most),
    events: (most) => deleteToldEvents(db, ago(retention.eventDays), most),
  }),
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: [mailCheck, textsCheck],
  watched: [
    { name: 'letters_due_seconds', help: 'Age of the oldest event of which nobody was told yet', read: readOldestUntold },
    { name: 'messages_failed', help: 'Messages of the last day that could not be delivered', read: countFailedOfLastDay },
    {
      name: 'texts_this_hour',
      help: 'Text messages of the current hour, of the whole centre',
      read: async (db, now) => (await readTextBudget(db, now)).sent,
    },
    {
      name: 'texts_hour_limit',
      help: 'Text messages that may be asked for in an hour',
      read: async (db, now) => (await readTextBudget(db, now)).limit,
    },
  ],
} satisfies Module
