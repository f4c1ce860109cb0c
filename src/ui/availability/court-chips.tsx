import { m } from '#i18n/generated/messages.js'
import type { ScheduleCourt } from '#modules/availability/wire.ts'
import { RadioChips } from '#ui/kit/radio-chips.tsx'
import type { CartPiece } from '#ui/orders/cart-periods.ts'

export type CourtChoice = number | 'any'
type Props = { courts: ScheduleCourt[]; choice: CourtChoice; pieces: readonly CartPiece[]; onChoose(choice: CourtChoice): void }

/** Choice of a court, or any court, on a phone. A dot marks courts with a slot in the cart. */
export function CourtChips({ courts, choice, pieces, onChoose }: Props) {
  return (
    <RadioChips<CourtChoice>
      legend={m.grid_choose_court()}
      value={choice}
      options={[
        { value: 'any', label: m.grid_any_court() },
        ...courts.map(({ id, name }) => ({ value: id, label: name, marked: pieces.some(({ courtId }) => courtId === id) })),
      ]}
      onChange={onChoose}
      scrolls
    />
  )
}
