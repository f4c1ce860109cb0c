import { m } from '#i18n/generated/messages.js'
import { contentListQuery } from '#ui/staff/content/content-queries.ts'
import { ContentScreen } from '#ui/staff/content/content-screen.tsx'
import { contentView, type ContentSearch } from '#ui/staff/content/content-search.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/staff/content/')({
  validateSearch: (search: ContentSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    await queryClient.ensureQueryData(contentListQuery(api, contentView(deps))).catch(() => undefined)
    return { title: m.staff_screen_content() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <ContentScreen search={Route.useSearch()} />,
})
