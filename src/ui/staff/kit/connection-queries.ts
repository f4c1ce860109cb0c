import type { ApiClient } from '#client/api-client.ts'
import type { ConnectionListAnswer } from '#modules/settings/connections-wire.ts'
import { queryOptions } from '@tanstack/react-query'

export const connectionsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['staff', 'connections'], queryFn: () => api.get<ConnectionListAnswer>('/api/Staff/Connection/List') })
