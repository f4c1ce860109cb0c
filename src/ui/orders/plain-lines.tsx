import { formatMoney } from '#i18n/money.ts'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { Icon, iconNamed } from '#ui/kit/icon.tsx'
import { Link } from '@tanstack/react-router'
import style from './ticket.module.css'

type Props = {
  order: Pick<OrderAnswer, 'title' | 'lines' | 'icon' | 'isTopUp' | 'page'>
  gone?: boolean
  /** Also what each line costs. */
  priced?: boolean
}

/** What an order is for that has no court, such as a locker, with a link to where its member finds it. A top-up is shown with its booking. */
export function PlainLines({ order: { title, lines, icon, isTopUp, page }, gone = false, priced = false }: Props) {
  const plain = lines.filter(({ floor }) => floor === null)
  if (title === null || isTopUp) return null
  return (
    <div className={style.ticket} data-gone={gone || undefined}>
      <span className={style.stub}>
        <Icon name={iconNamed(icon)} size={30} />
      </span>
      <div className={style.words}>
        <p className={style.when}>{title}</p>
        {priced &&
          plain.length > 1 &&
          plain.map(({ id, words, amount }) => (
            <p key={id}>
              {words} {formatMoney(amount)}
            </p>
          ))}
        {page && (
          <p>
            {/* Known only at run time, and so not checked against the route tree. */}
            <Link to={page.path as '/member'}>{page.label}</Link>
          </p>
        )}
      </div>
    </div>
  )
}
