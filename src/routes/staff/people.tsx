import { m } from '#i18n/generated/messages.js'
import { personCardQuery, personSearchQuery } from '#ui/staff/person/person-queries.ts'
import { PersonScreen } from '#ui/staff/person/person-screen.tsx'
import { personView, type PersonSearch } from '#ui/staff/person/person-search.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/people')({
  validateSearch: (search: PersonSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps, preload }) => {
    const { q, person } = personView(deps)
    await Promise.all([
      q === '' ? undefined : queryClient.prefetchQuery(personSearchQuery(api, q)),
      // Opening a card is recorded, so a link that is only pointed at loads none.
      person === undefined || preload ? undefined : queryClient.prefetchQuery(personCardQuery(api, person)),
    ])
    return { title: m.staff_screen_people() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <PersonScreen search={Route.useSearch()} />,
})
