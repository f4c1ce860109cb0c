import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { catalogueQuery } from './catalogue-query.ts'
import type { CatalogueAnswer } from './catalogue-types.ts'
import { useStaffLive } from './use-staff-live.ts'

/** The catalogue, read again when a colleague changes it. */
export function useLiveCatalogue(): CatalogueAnswer {
  const { api } = useRouteContext({ from: '__root__' })
  const query = catalogueQuery(api)
  useStaffLive(['catalogue'], [query.queryKey])
  return useSuspenseQuery(query).data
}
