import type { ApiClient } from '#client/api-client.ts'
import type { AuditChoicesAnswer, AuditListAnswer } from '#modules/audit/wire.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AuditSearch } from './audit-search.ts'

export const auditQuery = (api: ApiClient, filter: AuditSearch) =>
  queryOptions({
    queryKey: ['audit', 'list', filter],
    queryFn: () => api.post<AuditListAnswer>('/api/Staff/Audit/List', filter),
    placeholderData: keepPreviousData,
    staleTime: 2000,
  })

export const auditChoicesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['audit', 'choices'],
    queryFn: () => api.get<AuditChoicesAnswer>('/api/Staff/Audit/Choices'),
    staleTime: 60_000,
  })
