import type { ApiClient } from '#client/api-client.ts'
import type { DeskPlanAnswer } from '#modules/lockers/desk-wire.ts'
import { addressWith, oneOf, readAddress } from '#ui/staff/kit/address.ts'
import { queryOptions } from '@tanstack/react-query'

export const lockerDeskKey = ['staff-locker-desk'] as const

export const lockerDeskQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: lockerDeskKey,
    queryFn: () => api.get<DeskPlanAnswer>('/api/Staff/Locker/Plan', { silent: true }),
    staleTime: 2000,
    // Rentals end without anybody's action, and members rent and return by themselves.
    refetchInterval: 60_000,
    retry: false,
  })

/** The view in the address: the plan, or who is over; and the open locker. */
export type LockerDeskSearch = { view?: 'over' | undefined; locker?: string | undefined }

export const lockerDeskSearch = (search: object): LockerDeskSearch =>
  readAddress<LockerDeskSearch>(search, { view: oneOf('over'), locker: (text) => text.slice(0, 12).toUpperCase() })

/** The address of the screen with this locker open, or with none. */
export const lockerAddress = (view: LockerDeskSearch['view'], locker?: string): string => addressWith('/staff/lockers', { view, locker })
