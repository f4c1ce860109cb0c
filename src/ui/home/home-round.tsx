import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { SystemSettingAnswer } from '#modules/settings/wire.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { learnServerTime, useServerTime } from '#ui/kit/server-clock.ts'
import { RoundClock, RoundFrame } from '#ui/preorders/round-frame.tsx'
import { nextMoment, phaseAt, type Moments } from '#ui/preorders/round-moments.ts'
import { useApi } from '#ui/session/use-api.ts'
import { isCommunity, isLoggedIn, settingsQuery, useViewer } from '#ui/session/viewer.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import style from './home.module.css'

/** State of the current pre-order round, with a countdown by the server's clock. */
export function HomeRound() {
  const api = useApi()
  // Fetched again in the browser soon: the server time of the rendered answer does not tell the offset of this device's clock.
  const settings = useQuery({ ...settingsQuery(api), refetchInterval: ({ state }) => (state.dataUpdateCount > 1 ? 60_000 : 1_000) }).data
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

const titles = { 'not-yet': m.home_round_not_yet, 'view-only': m.home_round_view, open: m.home_round_open } as const

function Window({ window, serverTime }: { window: Moments; serverTime: string }) {
  const viewer = useViewer()
  const phase = useServerTime(serverTime, (now) => phaseAt(window, now))
  const next = nextMoment(window, phase)
  if (phase === 'ended' || !next) return null
  return (
    <RoundFrame phase={phase} titleId="round-title" className={style.window}>
      <div className={style.windowWords}>
        <p>{m.home_round()}</p>
        <h2 id="round-title" aria-live="polite">
          {titles[phase]({ day: formatMoment(new Date(next.at), getLocale()) })}
        </h2>
      </div>
      <RoundClock next={next} serverTime={serverTime} />
      {(isCommunity(viewer) || !isLoggedIn(viewer)) && (
        <ButtonLink to="/member/order/schedule" look="secondary">
          {isCommunity(viewer) ? m.home_round_go() : m.home_round_login()}
        </ButtonLink>
      )}
    </RoundFrame>
  )
}
