import { m } from '#i18n/generated/messages.js'
import { LockerPage } from '#ui/lockers/locker-page.tsx'
import { mineQuery, planQuery } from '#ui/lockers/locker-queries.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/member/order/locker')({
  loader: ({ context: { queryClient, api } }) =>
    Promise.all([queryClient.ensureQueryData(planQuery(api)), queryClient.ensureQueryData(mineQuery(api))]),
  head: () => pageHead({ title: m.locker_title(), description: m.locker_description() }),
  component: LockerPage,
})
