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

const oneOf = (values: readonly string[], value: unknown) => values.find((one) => one === value)

/** Values of a mistyped address are left out. */
export function messageFilter({ channel, state, recipient, page }: MessageSearch): MessageFilter {
  const number = Number(page)
  return {
    channel: oneOf(channelNames, channel),
    state: oneOf(stateNames, state),
    recipient:
      String(recipient ?? '')
        .trim()
        .slice(0, 100) || undefined,
    page: Number.isInteger(number) && number > 0 && number <= 100_000 ? number : 1,
    pageSize: 50,
  }
}
