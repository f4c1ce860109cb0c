import { m } from '#i18n/generated/messages.js'
import { dayOf } from '#lib/zone.ts'
import { personQuery, scheduleQuery } from '#ui/staff/counter/counter-queries.ts'
import { CounterScreen } from '#ui/staff/counter/counter-screen.tsx'
import { counterView, type CounterSearch } from '#ui/staff/counter/counter-search.ts'
import { tillsQuery } from '#ui/staff/kit/till-query.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/counter')({
  validateSearch: (search: CounterSearch) => search,
  loader: async ({ context: { queryClient, api }, location }) => {
    const today = dayOf(new Date())
    const { facility, day, person } = counterView(location.search as CounterSearch, today)
    // A person or a facility that does not exist leaves the page as if none were asked for.
    await Promise.all([
      queryClient.ensureQueryData(tillsQuery(api)),
      queryClient.ensureQueryData(scheduleQuery(api, facility, day, undefined)).catch(() => undefined),
      person === undefined ? undefined : queryClient.ensureQueryData(personQuery(api, person)).catch(() => undefined),
    ])
    return { title: m.staff_screen_counter(), today }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <CounterScreen search={Route.useSearch()} today={Route.useLoaderData().today} />,
})
