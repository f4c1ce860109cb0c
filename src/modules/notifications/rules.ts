/**
 * A message is one mail or one text to one person, written for one cause and sent at most once.
 * When the connection breaks after a message was handed over, nobody can know whether it arrived: such a message
 * is `unsure` and is not sent again, because a second code or a second receipt does more harm than a missing one.
 */
export const channels = ['mail', 'sms'] as const
export type Channel = (typeof channels)[number]

/** A small text file attached to a mail, such as a calendar file. */
export type Attachment = { name: string; type: string; content: string }

export const messageStates = ['queued', 'sending', 'sent', 'failed', 'unsure'] as const
export type MessageState = (typeof messageStates)[number]

export const messageMoves = {
  claim: { from: ['queued'], to: 'sending' },
  // Also from unsure: a slow sender may report success after its try was counted as lost.
  deliver: { from: ['sending', 'unsure'], to: 'sent' },
  requeue: { from: ['sending'], to: 'queued' },
  fail: { from: ['sending'], to: 'failed' },
  expire: { from: ['queued'], to: 'failed' },
  markUnsure: { from: ['sending'], to: 'unsure' },
  // By staff. Not from unsure: it may have arrived.
  sendAgain: { from: ['failed'], to: 'queued' },
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

/** A message that waited so long, such as while a carrier was down, is looked at again before it is sent. */
export const isLate = (createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() > 10 * minute

export const isWorthSending = ({ channel, createdAt }: { channel: Channel; createdAt: Date }, now: Date): boolean =>
  createdAt >= oldestWorthSending(channel, now)

/** A mail address or a mobile as staff see it: w***@example.com, 0912***678. */
export const maskRecipient = (recipient: string): string =>
  recipient.includes('@') ? recipient.replace(/^(.).*(?=@)/s, '$1***') : recipient.replace(/^(.{4}).*(.{3})$/s, '$1***$2')

/** When the letters about an event are tried again: after 1, 2, 4 … minutes, an hour at most. */
export function nextTry(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(2 ** (tries - 1), 60) * minute)
}
