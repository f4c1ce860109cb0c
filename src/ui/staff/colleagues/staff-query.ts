import type { ApiClient } from '#client/api-client.ts'
import type { RoleListAnswer, StaffListAnswer } from '#modules/staff/wire.ts'
import { queryOptions } from '@tanstack/react-query'

export const staffListQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['staff-list'], queryFn: () => api.get<StaffListAnswer>('/api/Staff/Account/List'), refetchOnWindowFocus: true })

export const roleListQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['role-list'], queryFn: () => api.get<RoleListAnswer>('/api/Staff/Role/List'), staleTime: Infinity })
