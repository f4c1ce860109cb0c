import { useApi } from '#ui/session/use-api.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { catalogueQuery } from './catalogue-query.ts'
import type { CatalogueAnswer } from './catalogue-types.ts'
import { useStaffLive } from './use-staff-live.ts'

/** The catalogue, read again when a colleague changes it. */
export function useLiveCatalogue(): CatalogueAnswer {
  const api = useApi()
  const query = catalogueQuery(api)
  useStaffLive(['catalogue'], [query.queryKey])
  return useSuspenseQuery(query).data
}
