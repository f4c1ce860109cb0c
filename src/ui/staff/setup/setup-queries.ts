import type { ApiClient } from '#client/api-client.ts'
import type { CatalogueAnswer } from '#modules/catalogue/wire.ts'
import type { StaffCentreAnswer } from '#modules/centre/wire.ts'
import type { SetupAnswer } from '#modules/staff/setup-wire.ts'
import type { SetupStep } from '#modules/staff/setup-rules.ts'
import { templatesQuery } from '#ui/staff/kit/catalogue-query.ts'
import { connectionsQuery } from '#ui/staff/kit/connection-queries.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'

/** Every step reads anew: another browser, or the console in another tab, may have changed it. */
export const setupQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['staff', 'setup'], queryFn: () => api.get<SetupAnswer>('/api/Staff/Setup'), staleTime: 0 })

export const setupCentreQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['staff', 'setup', 'centre'], queryFn: () => api.get<StaffCentreAnswer>('/api/Staff/Centre'), staleTime: 0 })

export const setupCatalogueQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['staff', 'setup', 'catalogue'], queryFn: () => api.get<CatalogueAnswer>('/api/Staff/Catalogue'), staleTime: 0 })

/** What a step shows, loaded before it is rendered. */
export async function loadStep(queryClient: QueryClient, api: ApiClient, step: SetupStep): Promise<void> {
  if (step === 'centre' || step === 'account') await queryClient.fetchQuery(setupCentreQuery(api))
  if (step === 'catalogue') await queryClient.ensureQueryData(templatesQuery(api))
  if (step === 'rules') await queryClient.fetchQuery(setupCatalogueQuery(api))
  if (step === 'connections') await queryClient.fetchQuery(connectionsQuery(api))
}
