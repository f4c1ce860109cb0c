import { anyWords, aPage, oneOf, readAddress } from '#ui/staff/kit/address.ts'

/** Filters of the outbox in the address, as texts. */
export type MessageSearch = {
  channel?: string | undefined
  state?: string | undefined
  recipient?: string | undefined
  page?: string | undefined
}

export type MessageFilter = {
  channel: string | undefined
  state: string | undefined
  recipient: string | undefined
  page: number
  pageSize: number
}

export const channelNames = ['mail', 'sms'] as const
export const stateNames = ['failed', 'unsure', 'queued', 'sending', 'sent'] as const

export function messageFilter(search: MessageSearch): MessageFilter {
  const {
    channel,
    state,
    recipient,
    page = 1,
  } = readAddress<Partial<Omit<MessageFilter, 'pageSize'>>>(search, {
    channel: oneOf(...channelNames),
    state: oneOf(...stateNames),
    recipient: anyWords(100),
    page: aPage,
  })
  return { channel, state, recipient, page, pageSize: 50 }
}
