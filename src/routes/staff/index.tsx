import { m } from '#i18n/generated/messages.js'
import { StaffHome } from '#ui/staff/home/staff-home.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/')({
  loader: () => ({ title: m.staff_screen_home() }),
  head: ({ loaderData }) => pageHead(loaderData),
  component: StaffHome,
})
