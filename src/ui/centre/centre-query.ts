import type { DataLocale } from '#i18n/languages.ts'
import type { ApiClient } from '#client/api-client.ts'
import type { CentreTextAnswer, StaffCentreAnswer } from '#modules/centre/wire.ts'
import { queryOptions } from '@tanstack/react-query'

export const staffCentreQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['staff-centre'], queryFn: () => api.get<StaffCentreAnswer>('/api/Staff/Centre'), staleTime: 0 })

export const previewText = async (api: ApiClient, text: string, language: DataLocale): Promise<string> =>
  (await api.post<CentreTextAnswer>('/api/Staff/Centre/Preview', { text, language })).html
