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

/** Delivers messages of one channel to a provider. Never throws for failures of the network or the provider. */
export type Carrier = {
  name: string
  /** True for the demo inbox: the recipient reads the row itself, so its text is kept after sending. */
  keepsBody: boolean
  carry(message: OutgoingMessage): Promise<Result<{ reference: string | undefined }, SendFailure>>
}

/** Undefined for a channel without a carrier: its messages stay queued. */
export type Carriers = Partial<Record<Channel, Carrier>>
