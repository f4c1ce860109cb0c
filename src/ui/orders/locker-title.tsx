import { m } from '#i18n/generated/messages.js'
import { Link } from '@tanstack/react-router'
import style from './order.module.css'

/** What an order without periods is for, and where it is looked after. */
export function LockerTitle({ title }: { title: string }) {
  return (
    <p className={style.top}>
      <b>{title}</b>
      <Link to="/member/order/locker">{m.locker_see()}</Link>
    </p>
  )
}
