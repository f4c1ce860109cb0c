import type { PreOrderStateWire } from '#modules/preorders/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { preOrderStateTone, preOrderStateWord } from './preorder-words.ts'

export const PreOrderChip = ({ state }: { state: PreOrderStateWire }) => (
  <Chip tone={preOrderStateTone(state)}>{preOrderStateWord(state)}</Chip>
)
