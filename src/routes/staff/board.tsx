import { m } from '#i18n/generated/messages.js'
import { boardQuery, overviewQuery, type BoardSearch } from '#ui/staff/board/board-queries.ts'
import { BoardScreen } from '#ui/staff/board/board-screen.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/board')({
  validateSearch: (search: BoardSearch) => search,
  loaderDeps: ({ search: { facility, day, court, view } }) => ({ facility, day, court, view }) as BoardSearch,
  loader: async ({ context: { queryClient, api }, deps }) => {
    if (deps.view === 'all') await queryClient.ensureQueryData(overviewQuery(api, deps))
    else await queryClient.ensureQueryData(boardQuery(api, deps))
    return { title: m.staff_screen_board() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <BoardScreen search={Route.useSearch()} />,
})
