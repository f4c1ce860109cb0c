import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useDownload } from '#ui/session/use-download.ts'
import { Link } from '@tanstack/react-router'
import style from './order.module.css'

/** Link to an iCalendar file with the periods of an order. `short`: only the icon on a phone. */
export function CalendarButton({ orderNo, short = false }: { orderNo: string; short?: boolean }) {
  const { busy, download } = useDownload()
  return (
    <Button
      look="secondary"
      className={short ? `${style.small} ${style.short}` : style.small}
      busy={busy}
      onClick={() => void download(`/api/Order/Calendar/${orderNo}`)}
    >
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
