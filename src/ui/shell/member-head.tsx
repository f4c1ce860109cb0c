import { ActsFor } from '#ui/clubs/acts-for.tsx'
import { TodayTicket } from '#ui/tickets/today-ticket.tsx'

/** What the header says to members: for which club they act, and the ticket of today. */
export function MemberHead() {
  return (
    <>
      <ActsFor />
      <TodayTicket />
    </>
  )
}
