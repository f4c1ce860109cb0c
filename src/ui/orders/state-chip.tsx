import { m } from '#i18n/generated/messages.js'
import type { OrderState } from '#modules/orders/rules.ts'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { stateTone, stateWord } from './order-words.ts'

const booking = { isBooking: true, isTopUp: false }

type Props = {
  state: OrderState
  /** What the order is of; a booking unless it is given. */
  of?: Pick<OrderAnswer, 'isBooking' | 'isTopUp'>
  /** Said instead of *awaiting payment* where it is paid at the desk. */ atDesk?: string | false
}

/** State of an order. What is paid and has no court is not called a booking, nor is a supplement, which says what it is. */
export function StateChip({ state, of: { isBooking, isTopUp } = booking, atDesk }: Props) {
  if (!isBooking && state === 'confirmed') return <Chip tone={stateTone(state)}>{m.orders_plain_confirmed()}</Chip>
  const word = atDesk && state === 'awaiting-payment' ? atDesk : stateWord(state)
  if (!isTopUp) return <Chip tone={stateTone(state)}>{word}</Chip>
  return <Chip tone={stateTone(state)}>{m.orders_supplement({ state: state === 'confirmed' ? m.orders_plain_confirmed() : word })}</Chip>
}
