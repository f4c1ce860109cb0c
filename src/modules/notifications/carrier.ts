import type { Result } from '#lib/result.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Attachment, Channel, SendFailure } from './rules.ts'

export type OutgoingMessage = {
  id: string
  recipient: string
  subject: string | null
  body: string
  attachments: Attachment[]
  locale: Locale
}

/** What takes a message out of this process. It never throws for what a network or a provider does. */
export type Carrier = {
  name: string
  /** The row itself is what the recipient reads, so its text stays after sending. */
  keepsBody: boolean
  carry(message: OutgoingMessage): Promise<Result<{ reference: string | undefined }, SendFailure>>
}

/** A channel without a carrier: its messages wait in the queue. */
export type Carriers = Partial<Record<Channel, Carrier>>
