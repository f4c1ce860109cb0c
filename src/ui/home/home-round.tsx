import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { SystemSettingAnswer } from '#modules/settings/wire.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { clockText } from '#ui/kit/countdown.ts'
import { learnServerTime, secondsUntil, useServerTime } from '#ui/kit/server-clock.ts'
import { isCommunity, isLoggedIn, settingsQuery, useViewer } from '#ui/shell/viewer.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useEffect } from 'react'
import style from './home.module.css'

/** B48: where the window of the current round stands, for everybody. It moves on by itself, by the server's clock. */
export function HomeRound() {
  const { api } = useRouteContext({ from: '__root__' })
  // Asked again in the browser: what the page was rendered with says nothing of this device's clock.
  const settings = useQuery({ ...settingsQuery(api), refetchOnMount: 'always', refetchInterval: 60_000 }).data
  const serverTime = settings?.serverTime
  useEffect(() => {
    if (serverTime) learnServerTime(serverTime, Date.now())
  }, [serverTime])
  const { preOpen_ViewStart: viewStart, preOpen_OrderStart: orderStart, preOpen_End: end } = settings ?? nothing
  if (!settings || !viewStart || !orderStart || !end) return null
  return <Window window={{ viewStart, orderStart, end }} serverTime={settings.serverTime} />
}

const nothing: Pick<SystemSettingAnswer, 'preOpen_ViewStart' | 'preOpen_OrderStart' | 'preOpen_End'> = {
  preOpen_ViewStart: null,
  preOpen_OrderStart: null,
  preOpen_End: null,
}

type Phase = 'not-yet' | 'view-only' | 'open' | 'ended'
type Moments = { viewStart: string; orderStart: string; end: string }

function Window({ window, serverTime }: { window: Moments; serverTime: string }) {
  const viewer = useViewer()
  const phase = useServerTime(serverTime, (now) => phaseAt(window, now))
  if (phase === 'ended') return null
  const { at, label, title } = wordsFor(window, phase)
  return (
    <section className={style.window} data-phase={phase} aria-labelledby="round-title">
      <CourtDrawing sport="badminton" className={style.windowCourt} />
      <div className={style.windowWords}>
        <p>{m.home_round()}</p>
        <h2 id="round-title" aria-live="polite">
          {title}
        </h2>
      </div>
      <p className={style.windowClock}>
        <span>{label}</span>
        <TimeLeft to={Date.parse(at)} serverTime={serverTime} label={label} />
      </p>
      {(isCommunity(viewer) || !isLoggedIn(viewer)) && (
        <ButtonLink to="/member/order/schedule" look="secondary">
          {isCommunity(viewer) ? m.home_round_go() : m.home_round_login()}
        </ButtonLink>
      )}
    </section>
  )
}

/** D2, both ends included. Written out: the season's own rules would triple what the front door loads. */
function phaseAt({ viewStart, orderStart, end }: Moments, now: number): Phase {
  if (now > Date.parse(end)) return 'ended'
  if (now >= Date.parse(orderStart)) return 'open'
  return now >= Date.parse(viewStart) ? 'view-only' : 'not-yet'
}

/** From a day on the seconds say nothing. It is not read out every second: whoever asks for it hears it. */
function TimeLeft({ to, serverTime, label }: { to: number; serverTime: string; label: string }) {
  const left = useServerTime(serverTime, (now) => secondsUntil(to, now))
  const [days, hours] = [Math.floor(left / 86_400), Math.floor((left % 86_400) / 3600)]
  return (
    <b role="timer" aria-label={label}>
      {days > 0 ? m.preorder_left_days({ days, hours }) : clockText(left)}
    </b>
  )
}

function wordsFor({ viewStart, orderStart, end }: Moments, phase: Phase): { at: string; label: string; title: string } {
  const day = (at: string) => ({ day: formatMoment(new Date(at), getLocale()) })
  if (phase === 'not-yet') return { at: viewStart, label: m.preorder_until_view(), title: m.home_round_not_yet(day(viewStart)) }
  if (phase === 'view-only') return { at: orderStart, label: m.preorder_until_order(), title: m.home_round_view(day(orderStart)) }
  return { at: end, label: m.preorder_until_end(), title: m.home_round_open(day(end)) }
}
