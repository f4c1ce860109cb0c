import { formatDate, formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { Facts } from '#ui/kit/facts.tsx'
import { useEffect, useRef } from 'react'
import { PersonActions } from './person-actions.tsx'
import style from './person.module.css'

/** Who it is, how to reach them, what stands in the way, and what can be done from here. */
export function PersonHead({ card }: { card: PersonCardAnswer }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The link that opened the card is gone: a screen reader and the keyboard go on at the name.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section className={style.head}>
      <div className="facts">
        <h2 ref={heading} tabIndex={-1}>
          {card.name}
        </h2>
        {card.isGuest && <Chip>{m.counter_guest()}</Chip>}
        {card.roles.length > 0 && <Chip tone="good">{m.person_is_staff()}</Chip>}
        {card.suspension && <Chip tone="danger">{m.person_is_suspended()}</Chip>}
      </div>
      <Facts facts={factsOf(card)} />
      {card.suspension && <Suspended suspension={card.suspension} />}
      <PersonActions card={card} />
    </section>
  )
}

function Suspended({ suspension: { from, until, hasBegun, reason } }: { suspension: NonNullable<PersonCardAnswer['suspension']> }) {
  const moment = (at: string) => formatMoment(new Date(at), getLocale())
  const title = hasBegun
    ? m.violation_suspended({ until: moment(until) })
    : m.violation_suspended_later({ from: moment(from), until: moment(until) })
  return (
    <Callout tone="error" title={title}>
      <p>{reason || m.person_suspended_by_points()}</p>
    </Callout>
  )
}

function factsOf(card: PersonCardAnswer): ([string, string] | false)[] {
  const { account, email, mobile, emergencyName, emergencyPhone, identity, community, lockers } = card
  return [
    mobile !== '' && [m.person_mobile(), card.isMobileProven ? mobile : m.person_mobile_unproven({ mobile })],
    email !== '' && [m.person_email(), email],
    account !== '' && [m.person_account(), account],
    [m.person_identity(), identity.name],
    community !== null && [m.person_community(), community.name],
    emergencyName !== '' && [m.person_emergency(), `${emergencyName} ${emergencyPhone}`],
    lockers.length > 0 && [m.person_lockers(), lockers.map(lockerText).join(m.person_between())],
  ]
}

const lockerText = ({ number, endsAt }: PersonCardAnswer['lockers'][number]) =>
  endsAt ? m.person_locker_until({ number, day: formatDate(new Date(endsAt), getLocale()) }) : number
