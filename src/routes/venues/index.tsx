import { m } from '#i18n/generated/messages.js'
import { CartBar } from '#ui/orders/cart-bar.tsx'
import { VenueFilter } from '#ui/venues/venue-filter.tsx'
import { facilitiesQuery, freeQuery } from '#ui/venues/venue-queries.ts'
import { FacilityList, FoundLine, FreeList } from '#ui/availability/venue-results.tsx'
import style from '#ui/venues/venue-results.module.css'
import { centreName } from '#ui/session/viewer.ts'
import { passes } from '#ui/venues/venue-choices.ts'
import { readVenueSearch, wishOf } from '#ui/venues/venue-search.ts'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/venues/')({
  validateSearch: readVenueSearch,
  loaderDeps: ({ search }) => ({ wish: wishOf(search) }),
  loader: async ({ context: { queryClient, api }, deps: { wish } }) => {
    await Promise.all([queryClient.ensureQueryData(facilitiesQuery(api)), wish && queryClient.ensureQueryData(freeQuery(api, wish))])
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
  const free = useQuery({ ...freeQuery(api, wish ?? never), enabled: wish !== undefined, placeholderData: keepPreviousData }).data
  const facilities = found.items.filter((one) => passes(one, search))
  const searched = Object.values(search).some(Boolean)
  return (
    <div className={style.page}>
      <header>
        <h1 className={style.title}>{m.venues_title()}</h1>
        <p className={style.lead}>{m.venues_lead()}</p>
      </header>
      <div className={style.asked} data-searched={searched || undefined}>
        <FoundLine free={wish && free} facilities={facilities} />
        <VenueFilter found={found} search={search} foldable={searched} />
      </div>
      {wish && free ? (
        <FreeList found={free} facilities={facilities} sport={wish.sport} minutes={wish.minutes} />
      ) : (
        <FacilityList facilities={facilities} />
      )}
      <CartBar />
    </div>
  )
}

const never = { date: '', start: '', minutes: 0 }
