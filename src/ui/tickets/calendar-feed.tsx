import { ApiProblem } from '#client/api-problem.ts'
import { formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { FeedMadeAnswer } from '#modules/attendance/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import setting from '#ui/accounts/setting.module.css'
import { Button } from '#ui/kit/button.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import style from './ticket-page.module.css'
import { feedQuery } from './ticket-queries.ts'

/** Calendar feed (iCalendar subscription) of the member's bookings, by a secret address that can be revoked. */
export function CalendarFeed() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { data: feed } = useQuery(feedQuery(api))
  const [made, setMade] = useState<FeedMadeAnswer>()
  const [busy, setBusy] = useState(false)

  async function change(deed: () => Promise<FeedMadeAnswer | undefined>, done: string): Promise<void> {
    setBusy(true)
    try {
      const next = await deed()
      setMade(next)
      queryClient.setQueryData(feedQuery(api).queryKey, { createdAt: next?.createdAt ?? null })
      toast('success', done)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (error.status !== 401) toast('error', error.title || m.error_request_failed())
    } finally {
      setBusy(false)
    }
  }
  const renew = () => change(() => api.post<FeedMadeAnswer>('/api/Calendar/Feed'), m.feed_made())
  const remove = () => change(() => api.delete('/api/Calendar/Feed').then(() => undefined), m.feed_removed())
  const since = feed?.createdAt ?? null

  return (
    <section className={setting.section} aria-labelledby="feed-title">
      <header>
        <h2 id="feed-title">{m.feed_title()}</h2>
        <p className={setting.lead}>{m.feed_lead()}</p>
      </header>
      {made && <FeedAddress made={made} />}
      {since && !made && <p className="soft">{m.feed_since({ day: formatDate(new Date(since), getLocale()) })}</p>}
      <div className={setting.actions}>
        <Button look="secondary" busy={busy} onClick={() => void renew()}>
          {since ? m.feed_renew() : m.feed_make()}
        </Button>
        {since && (
          <Button look="quiet" busy={busy} onClick={() => void remove()}>
            {m.feed_remove()}
          </Button>
        )}
      </div>
    </section>
  )
}

/** The feed's address, shown once: only its hash is stored, so it can be replaced but not read again. */
function FeedAddress({ made }: { made: FeedMadeAnswer }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(made.url)
      toast('success', m.pay_copied())
    } catch {
      toast('warning', m.pay_copy_failed())
    }
  }
  return (
    <div className="stack gap-4" role="status">
      <TextField
        name="feed"
        label={m.feed_address()}
        hint={m.feed_address_hint()}
        value={made.url}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <div className={setting.actions}>
        <a className={style.subscribe} href={made.webcalUrl}>
          {m.feed_subscribe()}
        </a>
        <Button look="secondary" onClick={() => void copy()}>
          {m.feed_copy()}
        </Button>
      </div>
    </div>
  )
}
