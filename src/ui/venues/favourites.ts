import type { ApiClient } from '#client/api-client.ts'
import type { FavouritesAnswer } from '#modules/venues/wire.ts'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { useApi } from '#ui/session/use-api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'

export const favouritesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['favourites'],
    queryFn: async () => (await api.get<FavouritesAnswer>('/api/Venues/Favourite')).items,
    staleTime: 60_000,
  })

/**
 * The facilities that the member has marked; undefined for a visitor, and until they are loaded. Asked for in the browser: a kept
 * page is the same for everybody.
 */
export function useFavourites(): readonly number[] | undefined {
  const loggedIn = isLoggedIn(useViewer())
  return useQuery({ ...favouritesQuery(useApi()), enabled: loggedIn }).data
}

/** Favourites before the others; both keep their order. */
export function favouritesFirst<T>(items: readonly T[], favourites: readonly number[] | undefined, idOf: (item: T) => number): T[] {
  const isFavourite = (item: T) => Number(favourites?.includes(idOf(item)))
  return favourites === undefined ? [...items] : items.toSorted((a, b) => isFavourite(b) - isFavourite(a))
}
