import { formatPeriod, formatTime } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { CheckAnswer } from '#modules/orders/wire.ts'
import { dayOf } from '#lib/zone.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { RemoveButton } from '#ui/kit/remove-button.tsx'
import { Link } from '@tanstack/react-router'
import type { CartPiece } from './cart-periods.ts'
import { dropPiece, togglePiece } from './cart.ts'
import style from './check.module.css'
import { Ticket } from './ticket.tsx'
import type { CheckedPeriod } from './use-check.ts'

type Checked = CheckAnswer['items'][number]

/** One period in the review: its price, or why it is not available, with alternatives. */
export function CheckItem({ period, checked }: CheckedPeriod) {
  const quoted = checked?.quoted
  const when = formatPeriod(new Date(period.start), new Date(period.end), getLocale())
  const place = {
    venue1stName: period.facility,
    venue2ndName: period.court,
    drawing: '',
    colour: 'var(--court)',
    ...quoted,
    start: period.start,
    end: period.end,
  }
  const wrong = (checked?.problems.length ?? 0) > 0
  return (
    <li className={style.item} data-wrong={wrong || undefined} tabIndex={wrong ? -1 : undefined}>
      <Ticket item={place} gone={wrong} aside={!wrong && <b className={style.price}>{formatMoney(quoted?.total ?? period.price)}</b>}>
        {quoted && !wrong && <p className="note">{partsOf(quoted)}</p>}
      </Ticket>
      <RemoveButton className={style.remove} label={m.cart_remove({ court: period.court, when })} onClick={() => dropPiece(period)} />
      {checked && wrong && <Problems period={period} checked={checked} />}
    </li>
  )
}

const partsOf = ({ price, lightFee, deposit }: NonNullable<Checked['quoted']>) =>
  [
    m.orders_fee({ amount: formatMoney(price) }),
    lightFee > 0 && m.orders_light_fee({ amount: formatMoney(lightFee) }),
    deposit > 0 && m.orders_deposit({ amount: formatMoney(deposit) }),
  ]
    .filter(Boolean)
    .join(' · ')

function Problems({ period, checked: { problems, alternatives } }: { period: CartPiece; checked: Checked }) {
  const yours = problems.some(({ code }) => code === 'period_yours')
  return (
    <div className={style.problems}>
      {problems.map(({ code, title }) => (
        <p key={code}>
          <Icon name="alert" size={18} />
          {title}
        </p>
      ))}
      {alternatives.length > 0 && (
        <ul className={style.alternatives} aria-label={m.check_instead()}>
          {alternatives.map((one) => (
            <li key={`${one.venue2ndId} ${one.start}`}>
              <Button look="secondary" onClick={() => swap(period, one)}>
                {one.venue2ndName} {formatTime(new Date(one.start))}–{formatTime(new Date(one.end))} <b>{formatMoney(one.total)}</b>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className={style.ways}>
        {yours ? (
          <Link to="/member/order/overview">{m.check_see_orders()}</Link>
        ) : (
          <Link to="/order" search={{ facility: String(period.facilityId), date: dayOf(new Date(period.start)) }}>
            {m.check_choose_again()}
          </Link>
        )}
        <Button look="text" onClick={() => dropPiece(period)}>
          {m.check_without()}
        </Button>
      </p>
    </div>
  )
}

function swap(period: CartPiece, to: Checked['alternatives'][number]): void {
  dropPiece(period)
  togglePiece({
    facilityId: to.venue1stId,
    facility: to.venue1stName,
    courtId: to.venue2ndId,
    court: to.venue2ndName,
    start: to.start,
    end: to.end,
    price: to.total,
  })
}
