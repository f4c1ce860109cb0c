import type { Queue } from 'pg-boss'

/** What a job of each queue carries. It must open no door: a failed job is logged with it. */
export type JobData = {
  'send-message': { messageId: string }
  'resume-messages': object
  'text-budget-spent': { perHour: number }
  'remove-loose-files': object
  'forget-stale-limits': object
  'confirmation-asked': { cause: string; memberId: string } | { cause: string; email: string }
  'email-change-asked': { cause: string; memberId: string; email: string }
  'reset-link-asked': { cause: string; email: string }
  'reset-code-asked': { cause: string; mobile: string; askedBy: string }
  'tidy-accounts': object
  'delete-old-data': object
  'expire-unpaid-orders': object
  'close-past-bookings': object
  'remind-of-tomorrow': object
  'invite-to-rate': object
  'tell-members': object
  'ask-gateway': object
  'ask-about-payment': { tradeNo: string }
  'send-refunds': object
  'watch-lockers': object
  'send-refunds-soon': object
  'make-pictures': object
}
export type JobName = keyof JobData

/** Where a job goes when its tries are used up, whatever queue it came from. */
export const deadJobs = 'dead-jobs'

const minute = 60
const day = 24 * 60 * minute

export type QueueRules = Omit<Queue, 'name' | 'partition'>

/** At most one at a time in the whole installation, by `exclusive`. */
const housekeeping = {
  policy: 'exclusive',
  retryLimit: 2,
  retryDelay: minute,
  expireInSeconds: 15 * minute,
  deleteAfterSeconds: day,
  deadLetter: deadJobs,
} as const satisfies QueueRules

/** Somebody waits for it. */
const promptly = {
  notify: true,
  retryLimit: 5,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: minute,
  retentionSeconds: day,
  deleteAfterSeconds: day,
  deadLetter: deadJobs,
} as const satisfies QueueRules

export const queues = {
  // `exclusive` by singletonKey: one live job a message. More tries than a message has, because a try that ends with its process counts here only.
  'send-message': {
    policy: 'exclusive',
    notify: true,
    retryLimit: 8,
    retryDelay: 20,
    retryBackoff: true,
    retryDelayMax: 5 * minute,
    expireInSeconds: 3 * minute,
    retentionSeconds: 3 * day,
    deleteAfterSeconds: day,
    deadLetter: deadJobs,
  },
  'resume-messages': housekeeping,
  'text-budget-spent': promptly,
  'remove-loose-files': housekeeping,
  'forget-stale-limits': housekeeping,
  'confirmation-asked': promptly,
  'email-change-asked': promptly,
  'reset-link-asked': promptly,
  'reset-code-asked': promptly,
  'tidy-accounts': housekeeping,
  'delete-old-data': housekeeping,
  'expire-unpaid-orders': housekeeping,
  'close-past-bookings': housekeeping,
  'remind-of-tomorrow': housekeeping,
  'invite-to-rate': housekeeping,
  // `short`: one waits, whoever asks; what happens while one runs is told by the next.
  'tell-members': { ...promptly, policy: 'short' },
  'ask-gateway': housekeeping,
  'ask-about-payment': promptly,
  'send-refunds': housekeeping,
  'watch-lockers': housekeeping,
  'send-refunds-soon': { ...promptly, policy: 'short', retryLimit: 0 },
  'make-pictures': { ...promptly, policy: 'short', expireInSeconds: 15 * minute },
} as const satisfies Record<JobName, QueueRules>
