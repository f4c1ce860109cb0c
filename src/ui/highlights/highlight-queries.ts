import type { ApiClient } from '#client/api-client.ts'
import type { HighlightListAnswer } from '#modules/content/story-wire.ts'
import { queryOptions } from '@tanstack/react-query'

export const storiesAPage = 6

type Asked = { page?: number; pageSize?: number; preview?: string | undefined }

export const highlightsQuery = (api: ApiClient, { page = 1, pageSize = storiesAPage, preview }: Asked = {}) =>
  queryOptions({
    queryKey: ['highlights', page, pageSize, preview],
    queryFn: () => api.post<HighlightListAnswer>('/api/Highlight/List', { page, pageSize, ...(preview ? { preview } : {}) }),
    staleTime: 60_000,
  })
