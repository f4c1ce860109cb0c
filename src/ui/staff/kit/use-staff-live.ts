import type { ApiClient } from '#client/api-client.ts'
import type { Liveness } from '#client/live-stream.ts'
import { topicsAt, type LivePath, type StaffTopic, type TopicOf } from '#navigation/staff-screens.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { openLiveHub, streamOfStaff, type LiveHub } from './staff-live.ts'

const hubs = new WeakMap<ApiClient, LiveHub>()

function hubOf(api: ApiClient): LiveHub {
  const hub = hubs.get(api) ?? openLiveHub(streamOfStaff(api))
  hubs.set(api, hub)
  return hub
}

/**
 * Reads these queries again whenever one of the topics is announced: what another desk does appears within a second or two.
 * Queries are read in the background, so what is being typed stays. A part of a query key stands for all keys that begin with it.
 */
export function useStaffLive(topics: readonly StaffTopic[], queryKeys: readonly QueryKey[]): Liveness {
  const api = useApi()
  const queryClient = useQueryClient()
  const [liveness, setLiveness] = useState<Liveness>('connecting')
  const onChange = useEffectEvent(() => {
    for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey })
  })
  const names = topics.join()
  useEffect(
    () => hubOf(api).subscribe({ topics: names.split(',') as StaffTopic[], onChange: () => onChange(), onLiveness: setLiveness }),
    [api, names],
  )
  return liveness
}

/** The same for a screen, by its topics in the table of screens: all of them, or those of them that concern these queries. */
export function useScreenLive<Path extends LivePath>(
  path: Path,
  queryKeys: readonly QueryKey[],
  topics: readonly Exclude<TopicOf<Path>, 'floor'>[] = topicsAt(path),
): Liveness {
  return useStaffLive(topics, queryKeys)
}
