import { m } from '#i18n/generated/messages.js'
import { allowanceQuery } from '#ui/availability/allowance-query.ts'
import { AvailabilityGrid } from '#ui/availability/availability-grid.tsx'
import { scheduleQuery } from '#ui/availability/schedule-query.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { CartBar } from '#ui/orders/cart-bar.tsx'
import { facilitiesQuery } from '#ui/venues/venue-queries.ts'
import { FacilityQuestion } from '#ui/availability/facility-question.tsx'
import { WeekSpace } from '#ui/availability/week-space.tsx'
import { PageSection } from '#ui/venues/page-section.tsx'
import { OrderHead } from '#ui/orders/order-head.tsx'
import style from '#ui/orders/order-page.module.css'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { isKeptPage } from '#ui/session/kept-page.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { bookableDay, dayToShow } from '../-bookable-day.ts'
import { pageHead } from '../-page-head.ts'

/** Loaded for members only. */
const BookAgain = lazyWithRetry(async () => (await import('#ui/my-orders/book-again.tsx')).BookAgain)

/** Loaded when the page has come: the grid below it needs no second file. */
const WeekStrip = lazyWithRetry(async () => (await import('#ui/availability/week-strip.tsx')).WeekStrip)

type Search = { facility?: string | undefined; sport?: string | undefined; date?: string | undefined }

export const Route = createFileRoute('/order/')({
  staticData: { layout: 'area', task: { back: { to: '/venues', label: m.nav_venues }, menu: 'until-chosen' } },
  validateSearch: (search: Search) => search,
  loaderDeps: ({ search: { facility, date } }) => ({ facility, date }),
  loader: async ({ context: { queryClient, api }, deps }) => {
    const { items } = await queryClient.ensureQueryData(facilitiesQuery(api))
    const facilityId = (items.find(({ id }) => String(id) === deps.facility) ?? items[0])?.id
    const texts = { title: m.order_title(), description: m.order_description() }
    if (facilityId === undefined) return { ...texts, facilityId, day: bookableDay(deps.date, new Date()) }
    const day = await dayToShow(deps.date, new Date(), (one) => queryClient.ensureQueryData(scheduleQuery(api, facilityId, one)))
    // The grid works without the allowance, so a failure is ignored.
    if (!isKeptPage()) await queryClient.prefetchQuery(allowanceQuery(api, facilityId, day))
    return { ...texts, facilityId, day }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: OrderPage,
})

function OrderPage() {
  const { facilityId, day } = Route.useLoaderData()
  const { api } = Route.useRouteContext()
  const found = useSuspenseQuery(facilitiesQuery(api)).data
  const { items } = found
  const { sport } = Route.useSearch()
  const loggedIn = isLoggedIn(useViewer())
  const facility = items.find(({ id }) => id === facilityId)
  return (
    <div className={style.page}>
      <header>
        <h1>{m.order_title()}</h1>
        <p className={style.lead}>{m.order_lead()}</p>
      </header>
      {facility ? (
        <>
          <FacilityQuestion
            facilities={items}
            chosen={facility}
            sport={sport !== undefined && facility.sports.includes(sport) ? sport : undefined}
          />
          <div className={style.columns}>
            <div className={style.times}>
              <OrderHead facility={facility} />
              <PageSection id="week" title={m.week_title()}>
                <WeekSpace>
                  <WeekStrip key={facility.id} facility={facility} {...found} />
                </WeekSpace>
              </PageSection>
              <PageSection id="times" title={m.venue_times()}>
                <AvailabilityGrid facilityId={facility.id} date={day} />
              </PageSection>
            </div>
            {/* After the times: it comes after the page, and pushes nothing down. */}
            <div className={style.around}>
              <section className={style.none} aria-label={m.cart_label()}>
                <h2>{m.cart_label()}</h2>
                <p>{m.cart_none()}</p>
              </section>
              {loggedIn && <BookAgain most={2} />}
            </div>
            <CartBar beside />
          </div>
        </>
      ) : (
        <Callout title={m.order_no_facility()} />
      )}
    </div>
  )
}
