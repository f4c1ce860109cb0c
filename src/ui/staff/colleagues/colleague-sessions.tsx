import { formatAgo, formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { ListedStaff } from '#modules/staff/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { toastRefusal, useOneCall } from '#ui/staff/kit/use-staff-call.ts'
import { useState } from 'react'
import style from './colleagues.module.css'
import { useColleagueCall } from './staff-query.ts'

type Props = { person: ListedStaff; now: Date; onEndAll(): void }

/** Where this person is logged in; each session can be ended, but the one in which it is looked at. */
export function ColleagueSessions({ person: { id: memberId, sessions }, now, onEndAll }: Props) {
  const call = useColleagueCall()
  const { once, busy } = useOneCall(toastRefusal)
  const [ending, setEnding] = useState<string>()
  const others = sessions.filter(({ current }) => !current)

  const end = (sessionId: string) =>
    void once(() => {
      setEnding(sessionId)
      return call('/api/Staff/Account/EndSessions', { memberId, sessionId }, m.setting_session_ended())
    })

  return (
    <section className={style.part} aria-labelledby="sessions">
      <h3 id="sessions">{m.staff_sessions_title()}</h3>
      {sessions.length === 0 && <p className={style.soft}>{m.staff_sessions_none()}</p>}
      <ul className={style.sessions}>
        {sessions.map(({ id, device, address, createdAt, lastSeenAt, current }) => (
          <li key={id}>
            <span className={style.person}>
              <span className="facts">
                <b>{device}</b>
                {current && <Chip tone="good">{m.setting_session_this()}</Chip>}
              </span>
              <span className={style.soft}>
                {address} · {current ? m.setting_session_now() : formatAgo(new Date(lastSeenAt), now, getLocale())} ·{' '}
                {m.setting_session_since({ moment: formatMoment(new Date(createdAt), getLocale()) })}
              </span>
            </span>
            {!current && (
              <StaffButton
                look="quiet"
                busy={busy && ending === id}
                disabled={busy && ending !== id}
                aria-label={m.setting_session_end_named({ device })}
                onClick={() => end(id)}
              >
                {m.setting_session_end()}
              </StaffButton>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <div className={style.actions}>
          <StaffButton onClick={onEndAll}>
            {sessions.length > others.length ? m.staff_deed_end_others() : m.staff_deed_end_all()}
          </StaffButton>
        </div>
      )}
    </section>
  )
}
