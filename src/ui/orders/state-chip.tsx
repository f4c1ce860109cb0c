import { m } from '#i18n/generated/messages.js'
import type { OrderState } from '#modules/orders/rules.ts'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { stateTone, stateWord } from './order-words.ts'

/** State of an order. A paid locker is not called a booking. */
export const StateChip = ({ state, kind }: { state: OrderState; kind?: OrderAnswer['kind'] }) => (
  <Chip tone={stateTone(state)}>{kind === 'locker' && state === 'confirmed' ? m.locker_order_confirmed() : stateWord(state)}</Chip>
)
