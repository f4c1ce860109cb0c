import type { ApiClient } from '#client/api-client.ts'
import type { MessageListAnswer } from '#modules/notifications/staff-wire.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { MessageFilter } from './message-search.ts'

export const messagesKey = ['staff-messages'] as const

/** Asked again once a minute besides: the stream announces what is sent, not what is put into the queue. */
export const messagesQuery = (api: ApiClient, filter: MessageFilter) =>
  queryOptions({
    queryKey: [...messagesKey, filter],
    queryFn: () => api.get<MessageListAnswer>('/api/Staff/Message/List', { query: filter }),
    placeholderData: keepPreviousData,
    staleTime: 2000,
    refetchInterval: 60_000,
  })
