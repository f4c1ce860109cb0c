import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PersonHead } from './person-head.tsx'
import { PersonIdentity } from './person-identity.tsx'
import { PersonMessages } from './person-messages.tsx'
import { PersonMerges, PersonNotes } from './person-notes.tsx'
import { PersonOrders } from './person-orders.tsx'
import { PersonPoints } from './person-points.tsx'
import { personCardQuery } from './person-queries.ts'
import { PersonSessions } from './person-sessions.tsx'
import style from './person.module.css'

/** Everything about one person: what the desk needs first comes first. */
export function PersonCard({ id, q }: { id: string; q: string }) {
  const read = useQuery(personCardQuery(useApi(), id))
  const card = read.data
  return (
    <div className="stack">
      {q !== '' && (
        <Link to="/staff/people" search={{ q }} className={style.back}>
          <StaffIcon name="left" size={16} />
          {m.person_back({ q })}
        </Link>
      )}
      <ReadFailure read={read} missing={m.person_gone()} />
      {read.isLoading && <div className={style.waiting} role="progressbar" aria-label={m.nav_loading()} />}
      {card && (
        <article className={style.card} aria-label={card.name}>
          <PersonHead card={card} />
          <div className="sidebar">
            <div className="stack gap-5">
              <PersonNotes card={card} />
              <PersonIdentity card={card} />
              <PersonSessions card={card} />
              <PersonMerges card={card} />
            </div>
            <div className="stack gap-5">
              <PersonOrders card={card} />
              <PersonPoints card={card} />
              <PersonMessages card={card} />
            </div>
          </div>
        </article>
      )}
    </div>
  )
}
