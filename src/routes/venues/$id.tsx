import { allowanceQuery } from '#ui/availability/allowance-query.ts'
import { AvailabilityGrid } from '#ui/availability/availability-grid.tsx'
import { CourtsPlan } from '#ui/availability/courts-plan.tsx'
import { scheduleQuery } from '#ui/availability/schedule-query.ts'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import { CartBar } from '#ui/orders/cart-bar.tsx'
import { isKeptPage } from '#ui/session/kept-page.ts'
import { isLoggedIn, viewerKey, type Viewer } from '#ui/session/viewer.ts'
import { ClosureNotices } from '#ui/venues/closure-notices.tsx'
import { FacilityHeader } from '#ui/venues/facility-header.tsx'
import { FacilityRules } from '#ui/venues/facility-rules.tsx'
import style from '#ui/venues/facility-page.module.css'
import { FeeTables } from '#ui/venues/fee-tables.tsx'
import { WeekSpace } from '#ui/availability/week-space.tsx'
import { PageSection } from '#ui/venues/page-section.tsx'
import { facilityQuery } from '#ui/venues/venue-queries.ts'
import { sayDay } from '#ui/venues/venue-words.ts'
import { m } from '#i18n/generated/messages.js'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { dayToShow } from '../-bookable-day.ts'
import { pageHead } from '../-page-head.ts'
import { validate } from '../-validate.ts'

/** Loaded when the page has come: the grid below it needs no second file. */
const WeekStrip = lazyWithRetry(async () => (await import('#ui/availability/week-strip.tsx')).WeekStrip)

/** Format of a facility's id; whether it exists, the API answers. */
const isVenueId = validate(({ params }) => /^[1-9]\d{0,8}$/.test(params['id'] ?? ''))

export const Route = createFileRoute('/venues/$id')({
  staticData: { layout: 'wide', task: { back: { to: '/venues', label: m.nav_venues }, menu: 'until-chosen' } },
  validateSearch: (search: { date?: string | undefined; start?: string | undefined; court?: string | undefined }) => search,
  beforeLoad: async (asked) => isVenueId(asked),
  loaderDeps: ({ search: { date } }) => ({ date }),
  loader: async ({ context: { queryClient, api }, params, deps }) => {
    const facility = await queryClient.ensureQueryData(facilityQuery(api, Number(params.id)))
    const day = await dayToShow(deps.date, new Date(), (one) => queryClient.ensureQueryData(scheduleQuery(api, facility.id, one)))
    const member = !isKeptPage() && isLoggedIn(queryClient.getQueryData<Viewer>(viewerKey) ?? null)
    if (member) await queryClient.prefetchQuery(allowanceQuery(api, facility.id, day))
    return { day, id: facility.id, name: facility.name, about: facility.about }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData && { title: loaderData.name, description: loaderData.about, picture: `/api/Share/Picture/${loaderData.id}` }),
  component: FacilityPage,
})

function FacilityPage() {
  const { api } = Route.useRouteContext()
  const { id } = Route.useParams()
  const { day } = Route.useLoaderData()
  const { start, court } = Route.useSearch()
  const facility = useSuspenseQuery(facilityQuery(api, Number(id))).data
  return (
    <div className={style.page}>
      <FacilityHeader facility={facility} />
      <ClosureNotices facility={facility} />
      <div className={style.columns}>
        <div className={style.times}>
          <PageSection id="week" title={m.week_title()}>
            <WeekSpace>
              <WeekStrip key={facility.id} facility={facility} {...facility} />
            </WeekSpace>
          </PageSection>
          <PageSection id="times" title={m.venue_times()} aside={m.venue_open_until({ day: sayDay(facility.openUntil) })}>
            <AvailabilityGrid facilityId={facility.id} date={day} start={start} court={court} />
          </PageSection>
        </div>
        <PageSection id="fees" title={m.venue_fees()}>
          <FeeTables facility={facility} />
        </PageSection>
        <PageSection id="courts" title={m.venue_court_list()}>
          <CourtsPlan facility={facility} day={day} />
          <p className={style.fault}>
            {m.feedback_repair_here()} <Link to="/repair">{m.feedback_repair_link()}</Link>
          </p>
        </PageSection>
        <PageSection id="rules" title={m.venue_rules()}>
          <FacilityRules facility={facility} />
        </PageSection>
        <CartBar beside />
      </div>
    </div>
  )
}
