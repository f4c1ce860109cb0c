import type { ApiClient } from '#client/api-client.ts'
import { queryOptions } from '@tanstack/react-query'
import type { CatalogueAnswer, TemplateListAnswer } from './catalogue-types.ts'

/** The whole catalogue with the revisions that a change is based on. */
export const catalogueQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['staff-catalogue'], queryFn: () => api.get<CatalogueAnswer>('/api/Staff/Catalogue'), staleTime: 5000 })

/** Centres to begin with. */
export const templatesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['staff-catalogue-templates'],
    queryFn: () => api.get<TemplateListAnswer>('/api/Staff/Catalogue/Template/List'),
  })
