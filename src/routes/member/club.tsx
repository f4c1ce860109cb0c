import { m } from '#i18n/generated/messages.js'
import { useMember } from '#ui/accounts/member-queries.ts'
import { ClubPeople } from '#ui/clubs/club-people.tsx'
import { clubPeopleQuery } from '#ui/clubs/club-queries.ts'
import { isCommunity, viewerKey, type Viewer } from '#ui/session/viewer.ts'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/member/club')({
  staticData: { task: { back: { to: '/member', label: m.nav_member }, menu: 'wide' } },
  loader: async ({ context: { queryClient, api } }) => {
    if (!isCommunity(queryClient.getQueryData<Viewer>(viewerKey) ?? null)) throw redirect({ to: '/member' })
    await queryClient.ensureQueryData(clubPeopleQuery(api))
    return { title: m.club_people_title(), description: m.club_people_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: Page,
})

function Page() {
  const member = useMember()
  return member && <ClubPeople member={member} />
}
