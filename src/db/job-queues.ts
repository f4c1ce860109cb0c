import type { Queue } from 'pg-boss'

/** The data of each queue's jobs. No credentials: failed jobs are logged with their data. */
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
  'merge-late-rows': { memberId: string }
  'tidy-accounts': object
  'delete-old-data': object
  'expire-unpaid-orders': object
  'close-past-bookings': object
  'settle-moves': object
  'run-closures': object
  'cancel-without-place': object
  'run-ballots': object
  'offer-freed-floor': object
  'remind-of-tomorrow': object
  'invite-to-rate': object
  'write-letters': object
  'ask-gateway': object
  'ask-untold': object
  'ask-about-payment': { tradeNo: string }
  'send-refunds': object
  'check-money': object
  'settle-invoices': object
  'settle-invoices-soon': object
  'remind-renters': object
  'remind-of-proofs': object
  'send-digests': object
  'send-refunds-soon': object
  'make-pictures': object
  'make-facility-pictures': object
  'roll-up-insight': object
  'rebuild-insight': object
  'tell-month-over': object
  'back-up': object
}
export type JobName = keyof JobData

/** The dead letter queue: jobs whose retries are used up. */
export const deadJobs = 'dead-jobs'

const minute = 60
const day = 24 * 60 * minute

export type QueueRules = Omit<Queue, 'name' | 'partition'>

/** How often a worker reports that its job is still running. After a missed report the job is given to another worker. */
const heartbeatSeconds = 30

/** Periodic jobs. `exclusive`: at most one queued or running in the whole installation. */
const housekeeping = {
  policy: 'exclusive',
  retryLimit: 2,
  retryDelay: minute,
  expireInSeconds: 15 * minute,
  heartbeatSeconds,
  deleteAfterSeconds: day,
  deadLetter: deadJobs,
} as const satisfies QueueRules

/** Jobs that a person waits for: workers are notified at once, and retries come after seconds. */
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

/**
 * Jobs whose work depends on whether somebody has an account. Nothing wakes a worker: it looks by its own clock, so that
 * neither the answer to who asked nor the next answer is slowed by what an account that exists causes.
 */
const unnoticed = { ...promptly, notify: false } as const satisfies QueueRules

export const queues = {
  // `exclusive` by singletonKey: one live job for each message. More retries than a message has tries, because a try that dies with its process counts only here.
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
  'confirmation-asked': unnoticed,
  'email-change-asked': unnoticed,
  'reset-link-asked': unnoticed,
  'reset-code-asked': unnoticed,
  'merge-late-rows': promptly,
  'tidy-accounts': housekeeping,
  'delete-old-data': housekeeping,
  'expire-unpaid-orders': housekeeping,
  'close-past-bookings': housekeeping,
  'settle-moves': housekeeping,
  // `short`: what is accepted while one runs is begun by the next. Pieces that are left when it dies are found by the minutely one.
  'cancel-without-place': { ...promptly, policy: 'short', retryLimit: 2, expireInSeconds: 15 * minute, heartbeatSeconds },
  'run-closures': { ...promptly, policy: 'short', retryLimit: 2, expireInSeconds: 15 * minute, heartbeatSeconds },
  'run-ballots': housekeeping,
  // `short`: what comes free while one runs is offered by the next. What is left when it dies is found by the minutely one.
  'offer-freed-floor': { ...promptly, policy: 'short', retryLimit: 2, expireInSeconds: 15 * minute, heartbeatSeconds },
  'remind-of-tomorrow': housekeeping,
  'invite-to-rate': housekeeping,
  // `short`: at most one queued, besides those that run; what happens while one runs is told by the next.
  'write-letters': { ...promptly, policy: 'short', expireInSeconds: 15 * minute, heartbeatSeconds },
  'ask-gateway': housekeeping,
  'ask-untold': housekeeping,
  // Longer than a provider takes to answer three questions one after the other.
  'ask-about-payment': { ...promptly, expireInSeconds: 3 * minute },
  'send-refunds': housekeeping,
  'check-money': housekeeping,
  'settle-invoices': housekeeping,
  // `short`: what moves while one runs is looked at by the next.
  'settle-invoices-soon': { ...promptly, policy: 'short', retryLimit: 0, expireInSeconds: 15 * minute, heartbeatSeconds },
  'remind-renters': housekeeping,
  'remind-of-proofs': housekeeping,
  'send-digests': housekeeping,
  'send-refunds-soon': { ...promptly, policy: 'short', retryLimit: 0 },
  'make-facility-pictures': { ...promptly, policy: 'short', expireInSeconds: 15 * minute, heartbeatSeconds },
  'make-pictures': { ...promptly, policy: 'short', expireInSeconds: 15 * minute, heartbeatSeconds },
  'roll-up-insight': housekeeping,
  'tell-month-over': housekeeping,
  'back-up': { ...housekeeping, expireInSeconds: 6 * 60 * minute },
  'rebuild-insight': { ...housekeeping, policy: 'short', notify: true },
} as const satisfies Record<JobName, QueueRules>
