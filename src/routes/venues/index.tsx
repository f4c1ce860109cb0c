import { m } from '#i18n/generated/messages.js'
import { CartBar } from '#ui/orders/cart-bar.tsx'
import { VenueQuestion } from '#ui/venues/venue-question.tsx'
import { facilitiesQuery, nextTimesQuery, timesQuery } from '#ui/venues/venue-queries.ts'
import { FacilityList, FoundLine, TimesList } from '#ui/availability/venue-results.tsx'
import style from '#ui/venues/venue-results.module.css'
import { favouritesFirst, useFavourites } from '#ui/venues/favourites.ts'
import { centreName } from '#ui/session/viewer.ts'
import { passes } from '#ui/venues/venue-choices.ts'
import { readVenueSearch, wishOf, type TimesWish } from '#ui/venues/venue-search.ts'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/venues/')({
  validateSearch: readVenueSearch,
  loaderDeps: ({ search }) => ({ wish: wishOf(search) }),
  loader: async ({ context: { queryClient, api }, deps: { wish } }) => {
    await Promise.all([
      queryClient.ensureQueryData(facilitiesQuery(api)),
      wish ? queryClient.ensureQueryData(timesQuery(api, wish)) : queryClient.ensureQueryData(nextTimesQuery(api)),
    ])
    return { title: m.venues_title(), description: m.venues_description({ centre: centreName(queryClient) }) }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: VenuesPage,
})

function VenuesPage() {
  const { api } = Route.useRouteContext()
  const search = Route.useSearch()
  const found = useSuspenseQuery(facilitiesQuery(api)).data
  const wish = wishOf(search)
  const times = useQuery({ ...timesQuery(api, wish ?? never), enabled: wish !== undefined, placeholderData: keepPreviousData }).data
  const next = useQuery({ ...nextTimesQuery(api), enabled: wish === undefined }).data
  const favourites = useFavourites()
  const isMine = (id: number) => search.mine === undefined || favourites === undefined || favourites.includes(id)
  const passing = found.items.filter((one) => passes(one, search) && isMine(one.id))
  const facilities = favouritesFirst(passing, favourites, ({ id }) => id)
  const items = favouritesFirst(times?.items ?? [], favourites, ({ facility }) => facility.id).filter(({ facility }) => isMine(facility.id))
  const asked = wish && times && { wish, times: { ...times, items } }
  return (
    <div className={style.page}>
      <header>
        <h1>{m.venues_title()}</h1>
        <p className={style.lead}>{m.venues_lead()}</p>
      </header>
      <VenueQuestion found={found} search={search} />
      <FoundLine found={asked} facilities={facilities} />
      {asked ? <TimesList {...asked} facilities={facilities} /> : <FacilityList facilities={facilities} next={next} today={found.today} />}
      <CartBar />
    </div>
  )
}

const never: TimesWish = { date: 'any', minutes: 0 }
