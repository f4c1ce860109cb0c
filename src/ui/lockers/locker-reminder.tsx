import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import order from '#ui/orders/order.module.css'
import { useQuery } from '@tanstack/react-query'
import { mineQuery } from './locker-queries.ts'
import { dayWord, daysLeftWords } from './locker-words.ts'

/** Reminder in the member area that the locker's term is about to end or is over. Unpaid rentals are among the orders to pay. */
export function LockerReminder() {
  const { data } = useQuery(mineQuery(useApi()))
  const rental = data?.current
  if (!rental || rental.lastDay === null || rental.waiting !== null) return null
  const { number, status, lastDay, deposit } = rental
  if (status !== 'expiring' && status !== 'overdue') return null
  const isOver = status === 'overdue'
  return (
    <Callout
      tone={isOver ? 'error' : 'due'}
      title={isOver ? m.locker_news_overdue({ number }) : m.locker_news_ending({ number, day: dayWord(lastDay) })}
      action={
        <ButtonLink to="/member/order/locker" look="secondary" className={order.small}>
          {isOver ? m.locker_news_return() : m.locker_news_renew()}
        </ButtonLink>
      }
    >
      <p>{isOver ? m.locker_news_overdue_text({ amount: formatMoney(deposit) }) : daysLeftWords(lastDay, data.serverTime)}</p>
    </Callout>
  )
}
