import { m } from '#i18n/generated/messages.js'
import style from '#ui/accounts/member-area.module.css'
import { MemberCard } from '#ui/accounts/member-card.tsx'
import { MemberNotices } from '#ui/accounts/member-notices.tsx'
import { useMember } from '#ui/accounts/member-queries.ts'
import { PasskeyOffer } from '#ui/accounts/passkey-offer.tsx'
import { WhoAmI } from '#ui/clubs/who-am-i.tsx'
import { MemberShortcuts } from '#ui/accounts/member-shortcuts.tsx'
import { LockerReminder } from '#ui/lockers/locker-reminder.tsx'
import { mineQuery } from '#ui/lockers/locker-queries.ts'
import { comingPeriods } from '#ui/orders/coming-periods.ts'
import { upcomingQuery } from '#ui/orders/order-queries.ts'
import { Upcoming } from '#ui/my-orders/upcoming.tsx'
import { roundQuery } from '#ui/preorders/preorder-queries.ts'
import { SeasonNotice } from '#ui/preorders/season-notice.tsx'
import { ticketQuery } from '#ui/tickets/ticket-queries.ts'
import { isCommunity, viewerKey, type Viewer } from '#ui/session/viewer.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/member/')({
  loader: async ({ context: { queryClient, api } }) => {
    const community = isCommunity(queryClient.getQueryData<Viewer>(viewerKey) ?? null)
    const nextTicket = async () => {
      const { next } = await queryClient.ensureQueryData(upcomingQuery(api))
      const [first] = comingPeriods(next)
      if (first) await queryClient.prefetchQuery(ticketQuery(api, first.orderNo))
    }
    await Promise.all([
      nextTicket(),
      queryClient.ensureQueryData(mineQuery(api)),
      community && queryClient.ensureQueryData(roundQuery(api)),
    ])
    return { title: m.member_title(), description: m.member_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: MemberPage,
})

function MemberPage() {
  const member = useMember()
  const { notice } = Route.useSearch() as { notice?: string }
  if (!member) return null
  return (
    <div className="stack gap-8">
      <header>
        <h1 className={style.greeting}>{m.member_greeting({ name: member.name })}</h1>
        <p className={style.lead}>{m.member_lead()}</p>
      </header>
      <WhoAmI member={member} />
      {member.id === member.personId && <PasskeyOffer member={member} />}
      <MemberNotices member={member} communityOnly={notice === 'community_only'} />
      <LockerReminder />
      {isCommunity(member) && <SeasonNotice />}
      <div className={style.columns} data-two-columns>
        <div className="stack gap-8">
          <Upcoming />
        </div>
        <div className="stack gap-8">
          <MemberCard member={member} />
          <MemberShortcuts member={member} />
        </div>
      </div>
    </div>
  )
}
