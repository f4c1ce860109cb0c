import type { ApiClient } from '#client/api-client.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { CatalogueAnswer, TemplateListAnswer } from './catalogue-types.ts'

/** The whole catalogue with the revisions that a change is based on. */
export const catalogueQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['staff-catalogue'], queryFn: () => api.get<CatalogueAnswer>('/api/Staff/Catalogue'), staleTime: 5000 })

/** Revisions of the catalogue as it is now, whatever a screen has read before. */
export const readRevisions = async (queryClient: QueryClient, api: ApiClient): Promise<Record<string, string>> =>
  (await queryClient.fetchQuery({ ...catalogueQuery(api), staleTime: 0 })).revisions

/** The revisions that a change of these parts is based on. */
export const pickRevisions = (revisions: Record<string, string>, parts: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(revisions).filter(([part]) => parts.includes(part)))

/** Centres to begin with. */
export const templatesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['staff-catalogue-templates'],
    queryFn: () => api.get<TemplateListAnswer>('/api/Staff/Catalogue/Template/List'),
  })
