import { m } from '#i18n/generated/messages.js'
import { FilesScreen } from '#ui/staff/files/files-screen.tsx'
import { templatesQuery } from '#ui/staff/kit/catalogue-query.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/staff/catalogue/files')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(templatesQuery(api))
    return { title: m.staff_screen_files() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: FilesScreen,
})
