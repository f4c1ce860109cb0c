import { m } from '#i18n/generated/messages.js'
import { SegmentLink, SegmentLinks } from '#ui/kit/segment-links.tsx'
import type { OrderListPath } from './order-search.ts'

export function OrderTabs({ here }: { here: OrderListPath | 'wishes' }) {
  return (
    <SegmentLinks label={m.orders_kinds()}>
      <SegmentLink to="/member/order/overview" icon="ticket" here={here === '/member/order/overview'}>
        {m.orders_tab_all()}
      </SegmentLink>
      <SegmentLink to="/member/order/venue" icon="court" here={here === '/member/order/venue'}>
        {m.orders_tab_venue()}
      </SegmentLink>
      <SegmentLink to="/member/order/zero" icon="check" here={here === '/member/order/zero'}>
        {m.orders_tab_zero()}
      </SegmentLink>
      <SegmentLink to="/member/order/overview" search={{ wishes: '1' }} icon="clock" here={here === 'wishes'}>
        {m.wishes_tab()}
      </SegmentLink>
    </SegmentLinks>
  )
}
