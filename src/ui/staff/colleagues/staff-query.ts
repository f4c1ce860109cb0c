import type { ApiClient } from '#client/api-client.ts'
import type { RoleListAnswer, StaffListAnswer } from '#modules/staff/wire.ts'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { queryOptions } from '@tanstack/react-query'

const staffListKey = ['staff-list'] as const

export const staffListQuery = (api: ApiClient) =>
  queryOptions({ queryKey: staffListKey, queryFn: () => api.get<StaffListAnswer>('/api/Staff/Account/List'), refetchOnWindowFocus: true })

export const roleListQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['role-list'], queryFn: () => api.get<RoleListAnswer>('/api/Staff/Role/List'), staleTime: Infinity })

/** Calls about colleagues. */
export const useColleagueCall = () => useStaffCall([staffListKey])
