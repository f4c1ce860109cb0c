import { m } from '#i18n/generated/messages.js'
import { ButtonLink } from '#ui/kit/button.tsx'
import { useMay } from '#ui/session/may.ts'
import style from './order.module.css'

type Item = { id: string; movable: boolean; movesUsedUp: boolean }

/** Opens the page on which a member moves a booking; says so when they have moved it as often as allowed. */
export function MoveLink({ orderNo, item: { id, movable, movesUsedUp } }: { orderNo: string; item: Item }) {
  if (movesUsedUp) return <p className="note">{m.move_used_up()}</p>
  return movable ? <Move {...{ orderNo, id }} /> : null
}

function Move({ orderNo, id }: { orderNo: string; id: string }) {
  if (!useMay('POST /api/Order/Booking/{id}/Move')) return null
  return (
    <ButtonLink to="/member/order/move" search={{ orderNo, item: id }} look="secondary" className={`${style.small} ${style.move}`}>
      {m.move_item()}
    </ButtonLink>
  )
}
