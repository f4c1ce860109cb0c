import type { ApiClient } from '#client/api-client.ts'
import type { BoardAnswer, BookingAnswer, OverviewAnswer } from '#modules/desk/wire.ts'
import type { CheckMoveAnswer } from '#modules/orders/moving-wire.ts'
import type { StaffWishListAnswer } from '#modules/waiting/wire.ts'
import { boardKey, bookingKey } from '#ui/staff/kit/use-order-call.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/**
 * Address of the board: facility, day, the court whose week is shown, the booking whose panel is open, whether the waiting list is,
 * and `view=all` for all facilities at once.
 */
export type BoardSearch = {
  facility?: string
  day?: string
  court?: string
  booking?: string
  rearrange?: string
  waiting?: string
  view?: string
}

export const boardQuery = (api: ApiClient, { facility, day, court }: BoardSearch) =>
  queryOptions({
    queryKey: [...boardKey, facility, day, court],
    queryFn: () => api.get<BoardAnswer>('/api/Staff/Board', { query: { facility, day, court } }),
    placeholderData: keepPreviousData,
    staleTime: 2000,
    refetchInterval: 60_000,
  })

export const overviewQuery = (api: ApiClient, { day }: Pick<BoardSearch, 'day'>) =>
  queryOptions({
    queryKey: [...boardKey, 'overview', day],
    queryFn: () => api.get<OverviewAnswer>('/api/Staff/Board/Overview', { query: { day } }),
    placeholderData: keepPreviousData,
    staleTime: 2000,
    refetchInterval: 60_000,
  })

export const waitingQuery = (api: ApiClient, day: string) =>
  queryOptions({
    queryKey: [...boardKey, 'waiting', day],
    queryFn: () => api.get<StaffWishListAnswer>('/api/Staff/Wish/List', { query: { day } }),
  })

export const bookingQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...bookingKey, id],
    queryFn: () => api.get<BookingAnswer>(`/api/Staff/Booking/${id}`, { silent: true }),
    retry: false,
  })

export type MoveTarget = { venue2ndId: number; start: string; end: string } | { swapWith: string }

export const checkQuery = (api: ApiClient, id: string, target: MoveTarget) =>
  queryOptions({
    queryKey: [...bookingKey, id, 'check', target],
    queryFn: ({ signal }) => api.post<CheckMoveAnswer>(`/api/Staff/Booking/${id}/Check`, target, { silent: true, signal }),
    staleTime: 2000,
    gcTime: 30_000,
    retry: false,
  })
