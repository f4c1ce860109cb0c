import type { ApiClient } from '#client/api-client.ts'
import { queueScreens, type Queue } from '#modules/desk/today-rules.ts'
import type { WaitingAnswer } from '#modules/desk/today-wire.ts'
import { screenAt, type ScreenRole } from '#navigation/staff-screens.ts'
import { queryOptions } from '@tanstack/react-query'

export const waitingKey = ['staff-waiting'] as const

/** Queues and their counts. Asked again every half minute: members add to them, and people become late without anybody's action. */
export const waitingQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: waitingKey,
    queryFn: () => api.get<WaitingAnswer>('/api/Staff/Waiting', { silent: true }),
    staleTime: 2000,
    refetchInterval: 30_000,
    retry: false,
  })

const pathOf = (address: string) => address.split('?')[0]!

/** The address, if the console has this screen and one of the roles may open it. */
export const addressFor = (address: string, roles: readonly ScreenRole[]): string | undefined =>
  screenAt(pathOf(address), roles) ? address : undefined

export const queueAddress = (queue: Queue, roles: readonly ScreenRole[]): string | undefined => addressFor(queueScreens[queue], roles)

/** How much waits on each screen. Queues without a screen of their own are shown on Today, and count there. */
export function countsByScreen(queues: WaitingAnswer['queues'], roles: readonly ScreenRole[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { queue, count } of queues) {
    const path = pathOf(queueAddress(queue, roles) ?? '/staff')
    if (count > 0) counts.set(path, (counts.get(path) ?? 0) + count)
  }
  return counts
}
