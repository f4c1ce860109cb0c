import { m } from '#i18n/generated/messages.js'
import type { DigestSwitch as Switch } from '#modules/desk/today-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { CheckInput } from '#ui/staff/kit/fields.tsx'
import type { ApiClient } from '#client/api-client.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'

const digestQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['staff-digest'], queryFn: () => api.get<Switch>('/api/Staff/Digest', { silent: true }), retry: false })

/** Switches the mail of the morning on or off, for oneself. */
export function DigestSwitch() {
  const api = useApi()
  const queries = useQueryClient()
  const { data } = useQuery(digestQuery(api))
  if (!data) return null
  const change = async (isOn: boolean) => {
    queries.setQueryData(digestQuery(api).queryKey, { isOn })
    await api.put('/api/Staff/Digest', { isOn }).catch(() => queries.invalidateQueries({ queryKey: digestQuery(api).queryKey }))
  }
  return <CheckInput label={m.today_digest()} checked={data.isOn} onChange={(isOn) => void change(isOn)} />
}
