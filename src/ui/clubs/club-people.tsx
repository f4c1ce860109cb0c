import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import style from '#ui/accounts/setting.module.css'
import { Sheet } from '#ui/kit/sheet.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clubPeopleQuery } from './club-queries.ts'
import { DoNow, type Doing } from './do-now.tsx'
import { Invitations } from './invitations.tsx'
import { InviteForm } from './invite-form.tsx'
import { Offer } from './offer.tsx'
import { PersonRow } from './person-row.tsx'

/** Who acts for the club. The owner invites, changes, and hands over; the others see it, and leave when they like. */
export function ClubPeople({ member }: { member: MemberAnswer }) {
  const api = useApi()
  const { data } = useQuery(clubPeopleQuery(api))
  const [doing, setDoing] = useState<Doing>()
  if (!data) return null
  const isOwner = member.clubRole === 'owner'
  return (
    <div className="stack gap-5">
      <header>
        <h1 className={style.heading}>{m.club_people_title()}</h1>
        <p className={style.lead}>{m.club_people_lead({ club: member.communityName })}</p>
      </header>
      <Offer handover={data.handover} isOwner={isOwner} club={member.communityName} onAsk={setDoing} />
      <section className={style.section} aria-label={m.club_people_title()}>
        <ul className={style.list}>
          {data.people.map((person) => (
            <PersonRow key={person.id} person={person} isOwner={isOwner} onAsk={setDoing} />
          ))}
        </ul>
      </section>
      {isOwner && <InviteForm />}
      {isOwner && data.invitations.length > 0 && <Invitations invitations={data.invitations} onAsk={setDoing} />}
      {doing && (
        <Sheet open title={doing.title} onClose={() => setDoing(undefined)}>
          <DoNow {...doing} onDone={() => setDoing(undefined)} />
        </Sheet>
      )}
    </div>
  )
}
