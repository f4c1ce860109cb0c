/**
 * A message is one mail or one text to one person, written for one cause and sent at most once.
 * When the connection breaks after a message was handed over, nobody can know whether it arrived: such a message
 * is `unsure` and is not sent again, because a second code or a second receipt does more harm than a missing one.
 */
export const channels = ['mail', 'sms'] as const
export type Channel = (typeof channels)[number]

/** A small text file attached to a mail, such as a calendar file. */
export type Attachment = { name: string; type: string; content: string }

export type MessageState = 'queued' | 'sending' | 'sent' | 'failed' | 'unsure'

export const messageMoves = {
  claim: { from: ['queued'], to: 'sending' },
  // Also from unsure: a slow sender may report success after its try was counted as lost.
  deliver: { from: ['sending', 'unsure'], to: 'sent' },
  requeue: { from: ['sending'], to: 'queued' },
  fail: { from: ['sending'], to: 'failed' },
  expire: { from: ['queued'], to: 'failed' },
  markUnsure: { from: ['sending'], to: 'unsure' },
} as const satisfies Record<string, { from: readonly MessageState[]; to: MessageState }>
export type MessageMove = keyof typeof messageMoves

/**
 * - temporary: surely not sent, and a retry may succeed
 * - permanent: surely not sent, and a retry would not help
 * - unsure: perhaps sent
 */
export type SendFailure = { code: 'temporary' | 'permanent' | 'unsure'; reason: string }

export const mostTries = 5

export function moveAfter(failure: SendFailure, tries: number): 'requeue' | 'fail' | 'markUnsure' {
  if (failure.code === 'unsure') return 'markUnsure'
  return failure.code === 'temporary' && tries < mostTries ? 'requeue' : 'fail'
}

const minute = 60_000
/** Age at which a message is no longer worth sending: its code or link has expired. */
const lifetime = { sms: 30 * minute, mail: 3 * 24 * 60 * minute } as const satisfies Record<Channel, number>

export function oldestWorthSending(channel: Channel, now: Date): Date {
  return new Date(now.getTime() - lifetime[channel])
}

/** When the letters about an event are tried again: after 1, 2, 4 … minutes, an hour at most. */
export function nextTry(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(2 ** (tries - 1), 60) * minute)
}
