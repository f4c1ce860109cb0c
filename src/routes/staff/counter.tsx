import { m } from '#i18n/generated/messages.js'
import { addDays, dayOf } from '#lib/zone.ts'
import { personQuery, scheduleQuery } from '#ui/staff/counter/counter-queries.ts'
import { CounterScreen } from '#ui/staff/counter/counter-screen.tsx'
import { counterView, isOver, type CounterSearch } from '#ui/staff/counter/counter-search.ts'
import { tillsQuery } from '#ui/staff/kit/till-query.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/counter')({
  validateSearch: (search: CounterSearch) => search,
  loader: async ({ context: { queryClient, api }, location }) => {
    const search = location.search as CounterSearch
    const today = dayOf(new Date())
    const { facility, day, person } = counterView(search, today)
    const scheduleOn = (shown: string) => queryClient.ensureQueryData(scheduleQuery(api, facility, shown, undefined)).catch(() => undefined)
    // A person or a facility that does not exist leaves the page as if none were asked for.
    const [schedule] = await Promise.all([
      scheduleOn(day),
      queryClient.ensureQueryData(tillsQuery(api)),
      person === undefined ? undefined : queryClient.ensureQueryData(personQuery(api, person)).catch(() => undefined),
    ])
    if (search.day !== undefined || !schedule || !isOver(schedule)) return { title: m.staff_screen_counter(), today }
    // After the last hour of today the next sale is for tomorrow.
    const tomorrow = addDays(today, 1)
    await scheduleOn(tomorrow)
    return { title: m.staff_screen_counter(), today: tomorrow }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <CounterScreen search={Route.useSearch()} today={Route.useLoaderData().today} />,
})
