import { m } from '#i18n/generated/messages.js'
import { inAppBrowser, outsideOfLine } from '#lib/in-app-browser.ts'
import { sayWay } from '#i18n/pay-ways.ts'
import type { OfferedWay, WaysAnswer } from '#modules/payments/wire.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { RadioCard } from '#ui/kit/radio-card.tsx'
import { useState, useSyncExternalStore } from 'react'
import { deadlineWords } from './order-words.ts'
import style from './pay-page.module.css'

export type PayWay = OfferedWay['way']

/** So many ways are shown at first. The one that was used last is the first of them. */
const shownAtFirst = 3

type Props = { offers: OfferedWay[]; serverTime: string; chosen: string | undefined; onChoose(way: PayWay): void }

/** Ways to pay online as cards to choose from, each with what it means. */
export function WayCards({ offers, serverTime, chosen, onChoose }: Props) {
  const [all, setAll] = useState(false)
  const shown = offers.filter(({ way }, at) => all || at < shownAtFirst || way === chosen)
  return (
    <>
      {shown.map((offer) => (
        <RadioCard key={offer.way} name="pay" value={offer.way} checked={chosen === offer.way} onChange={() => onChoose(offer.way)}>
          <WayWords title={sayWay(offer.way)} text={meaningOf(offer, serverTime)} />
        </RadioCard>
      ))}
      {shown.length < offers.length && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {m.pay_more_ways({ count: offers.length - shown.length })}
        </Button>
      )}
    </>
  )
}

export function WayWords({ title, text }: { title: string; text: string }) {
  return (
    <span className={style.way}>
      <b>{title}</b>
      <span>{text}</span>
    </span>
  )
}

function meaningOf({ way, numberUntil }: OfferedWay, serverTime: string): string {
  const moment = numberUntil === null ? '' : deadlineWords(numberUntil, serverTime)
  if (way === 'atm') return m.pay_way_atm_text({ moment })
  if (way === 'cvs') return m.pay_way_cvs_text({ moment })
  if (way === 'barcode') return m.pay_way_barcode_text({ moment })
  if (way === 'applepay') return m.pay_way_applepay_text()
  return way === 'webatm' ? m.pay_way_webatm_text() : m.pay_way_at_once()
}

const neverChanges = () => () => {}

/** The ways to pay an order, as they are at the moment they are asked for. */
export function useWaysOf(orderNo: string, enabled = true) {
  const api = useApi()
  return useQuery({
    queryKey: ['pay-ways', orderNo],
    queryFn: () => api.get<WaysAnswer>('/api/Payment/Ways', { query: { orderNo } }),
    staleTime: 0,
    enabled,
  })
}

/** In a browser inside an app, where payment pages of cards fail: the way out of it. Without an order number, to this very page. */
export function InAppNotice({ orderNo }: { orderNo?: string }) {
  // Nobody knows it while rendering on the server.
  const inside = useSyncExternalStore(
    neverChanges,
    () => inAppBrowser(navigator.userAgent),
    () => undefined,
  )
  const { data } = useWaysOf(orderNo ?? '', inside === 'line' && orderNo !== undefined)
  if (!inside) return null
  const outside = orderNo === undefined ? location.href : data && new URL(data.payLink, location.href).href
  return (
    <Callout
      tone="due"
      title={m.pay_in_app()}
      action={inside === 'line' && outside !== undefined ? <a href={outsideOfLine(outside)}>{m.pay_in_app_open()}</a> : undefined}
    >
      {inside === 'line' ? m.pay_in_app_line() : m.pay_in_app_other()}
    </Callout>
  )
}
