import type { ApiClient } from '#client/api-client.ts'
import type { SetupAnswer } from '#modules/staff/setup-wire.ts'
import type { SetupStep } from '#modules/staff/setup-rules.ts'
import { staffCentreQuery } from '#ui/centre/centre-query.ts'
import { catalogueQuery, templatesQuery } from '#ui/staff/kit/catalogue-query.ts'
import { connectionsQuery } from '#ui/staff/kit/connection-queries.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'

/** Every step reads anew: another browser, or the console in another tab, may have changed it. */
export const setupQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['staff', 'setup'], queryFn: () => api.get<SetupAnswer>('/api/Staff/Setup'), staleTime: 0 })

/** What a step shows, loaded before it is rendered. */
export async function loadStep(queryClient: QueryClient, api: ApiClient, step: SetupStep): Promise<void> {
  if (step === 'centre' || step === 'account') await queryClient.fetchQuery(staffCentreQuery(api))
  if (step === 'catalogue')
    await Promise.all([queryClient.ensureQueryData(templatesQuery(api)), queryClient.fetchQuery(catalogueQuery(api))])
  if (step === 'rules') await queryClient.fetchQuery(catalogueQuery(api))
  if (step === 'connections') await queryClient.fetchQuery(connectionsQuery(api))
}
