import { m } from '#i18n/generated/messages.js'
import { ButtonLink } from '#ui/kit/button.tsx'
import style from './order.module.css'

/** Opens the page on which a member moves a booking. */
export function MoveLink({ orderNo, itemId }: { orderNo: string; itemId: string }) {
  return (
    <ButtonLink to="/member/order/overview" search={{ orderNo, move: itemId }} look="secondary" className={`${style.small} ${style.move}`}>
      {m.move_item()}
    </ButtonLink>
  )
}
