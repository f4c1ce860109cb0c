import { m } from '#i18n/generated/messages.js'
import type { OrderState } from '#modules/orders/rules.ts'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { stateTone, stateWord } from './order-words.ts'

type Props = {
  state: OrderState
  kind?: OrderAnswer['kind']
  /** Said instead of *awaiting payment* where it is paid at the desk. */ atDesk?: string | false
}

/** State of an order. A paid locker is not called a booking, nor is a supplement, which says what it is. */
export function StateChip({ state, kind, atDesk }: Props) {
  if (kind === 'locker' && state === 'confirmed') return <Chip tone={stateTone(state)}>{m.locker_order_confirmed()}</Chip>
  const word = atDesk && state === 'awaiting-payment' ? atDesk : stateWord(state)
  if (kind !== 'supplement') return <Chip tone={stateTone(state)}>{word}</Chip>
  return <Chip tone={stateTone(state)}>{m.orders_supplement({ state: state === 'confirmed' ? m.locker_order_confirmed() : word })}</Chip>
}
