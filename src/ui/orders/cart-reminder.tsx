import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoment } from '#i18n/dates.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { periodsOf } from './cart-periods.ts'
import { useCart } from './cart.ts'

/** Reminder of the cart for visitors who log in or register on their way to the review. */
export function CartReminder({ redirect }: { redirect: string | undefined }) {
  const periods = periodsOf(useCart((cart) => cart.pieces))
  const [first] = periods
  if (!first || !redirect?.startsWith('/order/check')) return null
  const choice = { court: first.court, when: formatMoment(new Date(first.start), getLocale()) }
  return (
    <Callout tone="success" role="status">
      {periods.length === 1 ? m.waiting_choice(choice) : m.waiting_choices({ ...choice, more: periods.length - 1 })}
    </Callout>
  )
}
