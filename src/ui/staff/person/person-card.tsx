import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PersonClub } from './person-club.tsx'
import { PersonHead } from './person-head.tsx'
import { PersonIdentity } from './person-identity.tsx'
import { PersonLogins } from './person-logins.tsx'
import { PersonMerges, PersonNotes } from './person-notes.tsx'
import { PersonOrders } from './person-orders.tsx'
import { PersonPoints } from './person-points.tsx'
import { personCardQuery, usePersonCall } from './person-queries.ts'
import style from './person.module.css'
import { formatMoment } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { useViewer } from '#ui/session/viewer.ts'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import { mayDecide } from './may-decide.ts'

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
              <PersonClub card={card} />
              <PersonLogins card={card} />
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

type Message = PersonCardAnswer['messages'][number]

/** Mails and texts that were sent to this person, without what they say. */
function PersonMessages({ card: { messages } }: { card: PersonCardAnswer }) {
  return (
    <Panel title={m.person_messages()}>
      <DataTable caption={m.person_messages()} columns={columns()} rows={messages} rowKey={({ id }) => id} empty={m.person_no_messages()} />
    </Panel>
  )
}

const states: Record<string, { word: () => string; tone: 'plain' | 'good' | 'due' | 'danger' }> = {
  queued: { word: m.messages_state_queued, tone: 'due' },
  sending: { word: m.messages_state_sending, tone: 'due' },
  sent: { word: m.messages_state_sent, tone: 'plain' },
  failed: { word: m.messages_state_failed, tone: 'danger' },
  unsure: { word: m.messages_state_unsure, tone: 'danger' },
}

const columns = (): Column<Message>[] => [
  {
    key: 'subject',
    head: m.person_subject(),
    isRowHead: true,
    cell: ({ channel, subject, createdAt }) => (
      <span className={style.named}>
        <span>{channel === 'sms' ? m.messages_channel_sms() : subject || m.messages_channel_mail()}</span>
        <span className={style.soft}>{formatMoment(new Date(createdAt), getLocale())}</span>
      </span>
    ),
  },
  {
    key: 'state',
    head: m.person_state(),
    cell: ({ state }) => <Chip tone={states[state]?.tone ?? 'plain'}>{states[state]?.word() ?? state}</Chip>,
  },
]

/** Devices on which the person is logged in. Sessions of staff are ended where staff are managed. */
function PersonSessions({ card: { id, name, isGuest, roles, sessions } }: { card: PersonCardAnswer }) {
  const viewer = useViewer()
  const call = usePersonCall()
  const [isAsking, setAsking] = useState(false)
  if (isGuest) return null
  const mayEnd = mayDecide(viewer, id) && roles.length === 0 && sessions.length > 0
  return (
    <Panel
      title={m.person_sessions()}
      actions={mayEnd && <StaffButton onClick={() => setAsking(true)}>{m.person_end_sessions()}</StaffButton>}
    >
      {sessions.length === 0 && <p className="soft">{m.person_no_sessions()}</p>}
      <ul className={style.list}>
        {sessions.map(({ id: sessionId, device, lastSeenAt }) => (
          <li key={sessionId}>
            <p>{device}</p>
            <span className={style.soft}>{m.person_seen({ at: formatMoment(new Date(lastSeenAt), getLocale()) })}</span>
          </li>
        ))}
      </ul>
      {isAsking && (
        <AskSheet
          title={m.person_end_sessions_title({ name })}
          effects={[m.person_end_sessions_effect({ count: sessions.length }), m.person_end_sessions_again()]}
          confirmLabel={m.person_end_sessions()}
          isDangerous
          onSend={() => call('/api/Staff/Person/EndSessions', { id }, m.person_sessions_ended())}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}
