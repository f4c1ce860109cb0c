import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import style from './order.module.css'

/** Link to an iCalendar file with the periods of an order. `short`: only the icon on a phone. */
export function CalendarButton({ orderNo, short = false }: { orderNo: string; short?: boolean }) {
  const api = useApi()
  const [busy, setBusy] = useState(false)

  async function download(): Promise<void> {
    setBusy(true)
    try {
      const address = URL.createObjectURL(await api.blob(`/api/Order/Calendar/${orderNo}`))
      const link = Object.assign(document.createElement('a'), { href: address, download: `${orderNo}.ics` })
      link.click()
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    } catch {
      toast('error', m.orders_calendar_failed())
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button look="secondary" className={short ? `${style.small} ${style.short}` : style.small} busy={busy} onClick={() => void download()}>
      <span className={style.withIcon}>
        <Icon name="calendar" size={18} />
        <span className={style.label}>{m.orders_calendar()}</span>
      </span>
    </Button>
  )
}

/** Leads to the calendar feed, which stands below the bookings. */
export function FeedLink({ className }: { className: string | undefined }) {
  return (
    <Link to="/member/order/venue" hash="feed-title" className={className}>
      <Icon name="calendar" size={18} />
      {m.feed_link()}
    </Link>
  )
}
