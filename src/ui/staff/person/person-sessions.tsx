import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { useViewer } from '#ui/session/viewer.ts'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { useState } from 'react'
import { mayDecide } from './may-decide.ts'
import style from './person.module.css'
import { usePersonCall } from './person-queries.ts'

/** Devices on which the person is logged in. Sessions of staff are ended where staff are managed. */
export function PersonSessions({ card: { id, name, isGuest, roles, sessions } }: { card: PersonCardAnswer }) {
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
