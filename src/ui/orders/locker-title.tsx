import { m } from '#i18n/generated/messages.js'
import { Icon } from '#ui/kit/icon.tsx'
import { Link } from '@tanstack/react-router'
import style from './ticket.module.css'

/** Title of an order for a locker, which has no periods, with a link to the locker page. */
export function LockerTitle({ title, gone = false }: { title: string; gone?: boolean }) {
  return (
    <div className={style.ticket} data-gone={gone || undefined}>
      <span className={style.stub}>
        <Icon name="locker" size={30} />
      </span>
      <div className={style.words}>
        <p className={style.when}>{title}</p>
        <p>
          <Link to="/member/order/locker">{m.locker_see()}</Link>
        </p>
      </div>
    </div>
  )
}
