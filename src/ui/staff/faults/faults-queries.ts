import type { ApiClient } from '#client/api-client.ts'
import type { BlockPreviewAnswer, RepliesAnswer, StaffListAnswer, StaffReportAnswer, StaffStarAnswer } from '#modules/feedback/wire.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueueTab, FaultsView } from './faults-search.ts'

export const faultsKey = ['staff-faults'] as const
export const shownAtOnce = 50
export const ratingsPageSize = 20

const filterOf: Record<QueueTab, Record<string, string>> = {
  all: { state: 'open', order: 'oldest' },
  mine: { state: 'open', order: 'oldest', assignee: 'me' },
  nobody: { state: 'open', order: 'oldest', assignee: 'nobody' },
  closed: { state: 'done' },
}

export const queueQuery = (api: ApiClient, tab: QueueTab, q: string | undefined) =>
  queryOptions({
    queryKey: [...faultsKey, 'list', tab, q],
    queryFn: () =>
      api.get<StaffListAnswer>('/api/Staff/Report/List', {
        query: { ...filterOf[tab], ...(q && { keyword: q }), pageSize: String(shownAtOnce) },
        silent: true,
      }),
    placeholderData: keepPreviousData,
    staleTime: 2000,
    retry: false,
  })

export const faultQuery = (api: ApiClient, ticketNo: string) =>
  queryOptions({
    queryKey: [...faultsKey, 'one', ticketNo],
    queryFn: () => api.get<StaffReportAnswer>('/api/Staff/Report/Detail', { query: { ticketNo }, silent: true }),
    staleTime: 2000,
    retry: false,
  })

export const repliesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...faultsKey, 'replies'],
    queryFn: () => api.get<RepliesAnswer>('/api/Staff/Report/Replies', { silent: true }),
    staleTime: 60_000,
    retry: false,
  })

export type BlockPlan = { ticketNo: string; venue2ndId: number; start: string; end: string }

/** What closing the court would do, for the time that is typed. */
export const blockEffectQuery = (api: ApiClient, plan: BlockPlan | undefined) =>
  queryOptions({
    queryKey: [...faultsKey, 'block-effect', plan],
    queryFn: () => api.post<BlockPreviewAnswer>('/api/Staff/Report/Block/Preview', plan!, { silent: true }),
    enabled: plan !== undefined,
    gcTime: 0,
    retry: false,
  })

export type CourtLink = { venue1stId: number; venue1stName: string; venue2ndId: number; venue2ndName: string; link: string }

export const courtsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['staff-court-links'],
    queryFn: () => api.get<CourtLink[]>('/api/Staff/Report/CourtLink', { silent: true }),
    staleTime: 60_000,
    retry: false,
  })

export const ratingsQuery = (api: ApiClient, { q, place, stars, from, to, page }: FaultsView) =>
  queryOptions({
    queryKey: ['staff-ratings', q, place, stars, from, to, page],
    queryFn: () =>
      api.get<StaffStarAnswer>('/api/Staff/Star/List', {
        query: {
          ...(q && { keyword: q }),
          ...(place && { venue1stId: place }),
          ...(stars && { atMost: stars }),
          ...(from && { from }),
          ...(to && { to }),
          page: String(page),
          pageSize: String(ratingsPageSize),
        },
        silent: true,
      }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
