import { m } from '#i18n/generated/messages.js'
import { savedQuery } from '#ui/staff/content/content-queries.ts'
import { editView, type EditSearch } from '#ui/staff/content/content-search.ts'
import { EditorScreen } from '#ui/staff/content/editor-screen.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/staff/content/edit')({
  validateSearch: (search: EditSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    const { kind, id } = editView(deps)
    // What does not exist is said on the screen.
    if (id !== undefined) await queryClient.ensureQueryData(savedQuery(api, kind, id)).catch(() => undefined)
    return { title: m.staff_screen_content() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <EditorScreen search={Route.useSearch()} />,
})
