import type { OrderState } from '#modules/orders/rules.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { stateTone, stateWord } from './order-words.ts'

export const StateChip = ({ state }: { state: OrderState }) => <Chip tone={stateTone(state)}>{stateWord(state)}</Chip>
