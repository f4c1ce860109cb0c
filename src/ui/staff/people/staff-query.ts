import type { ApiClient } from '#client/api-client.ts'
import type { RoleListAnswer, StaffListAnswer } from '#modules/staff/wire.ts'
import { queryOptions } from '@tanstack/react-query'

/** Not polled: a call keeps the admin's session alive, which is to end after an hour without use. */
export const staffListQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['staff-list'], queryFn: () => api.get<StaffListAnswer>('/api/Staff/Account/List'), refetchOnWindowFocus: true })

export const roleListQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['role-list'], queryFn: () => api.get<RoleListAnswer>('/api/Staff/Role/List'), staleTime: Infinity })
