import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { formatAgo, formatMoment } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import type { SessionListAnswer } from '#modules/logins/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { logout } from '#ui/session/logout.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionsQuery } from './member-queries.ts'
import style from './setting.module.css'

const shownAtFirst = 5

/** Sessions of the member, each with a button to end it. */
export function SessionList() {
  const { data: sessions, dataUpdatedAt, refetch } = useQuery(sessionsQuery(useApi()))
  const { working, endOne, endOthers, endAll } = useEndSessions(refetch)
  const [all, showAll] = useState(false)
  if (!sessions) return <div className={style.skeleton} role="progressbar" aria-label={m.nav_loading()} />

  const ordered = sessions.toSorted((one, other) => Number(other.current) - Number(one.current))
  const shown = all ? ordered : ordered.slice(0, shownAtFirst)

  return (
    <>
      <ul className={style.list}>
        {shown.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            now={new Date(dataUpdatedAt)}
            busy={working === session.id}
            onEnd={() => void endOne(session.id)}
          />
        ))}
      </ul>
      <div className={style.actions}>
        {shown.length < ordered.length && (
          <Button look="quiet" onClick={() => showAll(true)}>
            {m.setting_sessions_more({ count: ordered.length - shown.length })}
          </Button>
        )}
        {ordered.length > 1 && (
          <Button look="secondary" busy={working === 'others'} onClick={() => void endOthers()}>
            {m.setting_sessions_end_others()}
          </Button>
        )}
        <Button look="secondary" busy={working === 'all'} onClick={() => void endAll()}>
          {m.setting_sessions_end_all()}
        </Button>
      </div>
    </>
  )
}

/** `working` names the call that is under way: the id of a session, `others` or `all`. */
function useEndSessions(refetch: () => Promise<unknown>) {
  const api = useApi()
  const router = useRouter()
  const [working, setWorking] = useState<string>()

  /** After a failure the list is loaded again, to show its real state. */
  async function end(name: string, call: () => Promise<void>, done: () => unknown): Promise<void> {
    setWorking(name)
    try {
      await call()
      await done()
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (error.status === 401) return
      toast('error', error.title || m.error_request_failed())
      await refetch()
    } finally {
      setWorking(undefined)
    }
  }
  const endOne = (id: string) =>
    end(
      id,
      () => api.delete(`/api/AccountMember/Session/${id}`),
      () => (toast('success', m.setting_session_ended()), refetch()),
    )
  const endOthers = () =>
    end(
      'others',
      () => api.post('/api/AccountMember/Session/EndAll', {}, { query: { keep: 'current' } }),
      () => (toast('success', m.setting_sessions_others_ended()), refetch()),
    )
  const endAll = () =>
    end(
      'all',
      () => api.post('/api/AccountMember/Session/EndAll'),
      () => logout(router),
    )
  return { working, endOne, endOthers, endAll }
}

type RowProps = { session: SessionListAnswer[number]; now: Date; busy: boolean; onEnd(): void }

function SessionRow({ session: { device, address, createdAt, lastSeenAt, current }, now, busy, onEnd }: RowProps) {
  const locale = getLocale()
  const seen = new Date(lastSeenAt)
  return (
    <li className={style.row}>
      <span className={style.rowIcon}>
        <Icon name="device" size={20} />
      </span>
      <span className={style.rowWords}>
        <span className={style.rowTitle}>
          {device}
          {current && <Chip tone="good">{m.setting_session_this()}</Chip>}
        </span>
        <span className={style.rowDetail}>
          {address} ·{' '}
          <time dateTime={lastSeenAt} title={formatMoment(seen, locale)}>
            {current ? m.setting_session_now() : formatAgo(seen, now, locale)}
          </time>
        </span>
        <span className={style.rowDetail}>{m.setting_session_since({ moment: formatMoment(new Date(createdAt), locale) })}</span>
      </span>
      {!current && (
        <span className={style.rowActions}>
          <Button look="secondary" className={style.small} busy={busy} aria-label={m.setting_session_end_named({ device })} onClick={onEnd}>
            {m.setting_session_end()}
          </Button>
        </span>
      )}
    </li>
  )
}
