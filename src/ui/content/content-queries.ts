import type { ApiClient } from '#client/api-client.ts'
import type { DocAnswer, DocListAnswer, NewsAnswer, NewsListAnswer } from '#modules/content/wire.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listBody, type DetailSearch, type DocSearch, type NewsSearch } from './content-search.ts'

export const newsPageSize = 10
export const docPageSize = 20

export const newsListQuery = (api: ApiClient, search: NewsSearch, pageSize = newsPageSize) =>
  queryOptions({
    queryKey: ['news', search, pageSize],
    queryFn: () => api.post<NewsListAnswer>('/api/News/List', listBody(search, pageSize)),
    placeholderData: keepPreviousData,
  })

export const docListQuery = (api: ApiClient, search: DocSearch) =>
  queryOptions({
    queryKey: ['documents', search],
    queryFn: () => api.post<DocListAnswer>('/api/Doc/List', listBody(search, docPageSize)),
    placeholderData: keepPreviousData,
  })

export const newsQuery = (api: ApiClient, { id, preview }: DetailSearch) =>
  queryOptions({
    queryKey: ['news', 'one', id, preview],
    queryFn: () =>
      preview ? api.get<NewsAnswer>('/api/News/Preview', { query: { token: preview } }) : api.get<NewsAnswer>(`/api/News/${id}`),
  })

export const docQuery = (api: ApiClient, { id, preview }: DetailSearch) =>
  queryOptions({
    queryKey: ['documents', 'one', id, preview],
    queryFn: () => (preview ? api.get<DocAnswer>('/api/Doc/Preview', { query: { token: preview } }) : api.get<DocAnswer>(`/api/Doc/${id}`)),
  })
