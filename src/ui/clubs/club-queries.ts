import type { ApiClient } from '#client/api-client.ts'
import type { ClubPeopleAnswer } from '#modules/clubs/wire.ts'
import { queryOptions } from '@tanstack/react-query'

export const clubPeopleQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['club-people'], queryFn: () => api.get<ClubPeopleAnswer>('/api/Club/People') })
