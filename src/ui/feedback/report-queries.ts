import type { ApiClient } from '#client/api-client.ts'
import { ApiProblem } from '#client/api-problem.ts'
import type { ReportKind } from '#modules/feedback/rules.ts'
import type { ReportAnswer, ReportListAnswer } from '#modules/feedback/wire.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

export type Option = { id: number; name: string }
/** A court and its facility. */
export type Place = { courtId: number; facilityId: number }

/** Address of the form, as the sign on a court has it. */
export const reportPath = (kind: ReportKind, place: Place | null): string =>
  `${kind === 'repair' ? '/repair' : '/water'}${place ? `?court=${place.courtId}` : ''}`

export const facilityOptionsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['facility-options'], queryFn: () => api.get<Option[]>('/api/Venues/1st/List'), staleTime: 600_000 })

export const courtOptionsQuery = (api: ApiClient, facilityId: number) =>
  queryOptions({
    queryKey: ['court-options', facilityId],
    queryFn: () => api.get<Option[]>('/api/Venues/2nd/List', { query: { venue1stId: facilityId } }),
    enabled: facilityId > 0,
    staleTime: 600_000,
  })

/** The facility of a scanned court; null when the court no longer exists. */
export const placeQuery = (api: ApiClient, courtId: number) =>
  queryOptions({
    queryKey: ['court-place', courtId],
    queryFn: async (): Promise<Place | null> => {
      try {
        const { venue1stId } = await api.get<{ venue1stId: number }>('/api/Venues/2nd/Detail', { query: { id: courtId } })
        return { courtId, facilityId: venue1stId }
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null
        throw error
      }
    },
    staleTime: 600_000,
  })

export const reportsKey = ['reports'] as const

export const myReportsQuery = (api: ApiClient, kind: ReportKind, pageSize: number) =>
  queryOptions({
    queryKey: [...reportsKey, 'mine', kind, pageSize],
    queryFn: () => api.get<ReportListAnswer>('/api/Report/List', { query: { kind, pageSize } }),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })

/** Null: the link is invalid, or its report was deleted. */
export const linkedReportQuery = (api: ApiClient, ref: string) =>
  queryOptions({
    queryKey: [...reportsKey, 'linked', ref],
    queryFn: async (): Promise<ReportAnswer | null> => {
      try {
        return await api.get<ReportAnswer>('/api/Report/ByLink', { query: { ref } })
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null
        throw error
      }
    },
    staleTime: 5000,
  })
