import { m } from '#i18n/generated/messages.js'
import type { ScheduleCourt } from '#modules/availability/wire.ts'
import type { CartPiece } from '#ui/orders/cart-periods.ts'
import { useId } from 'react'
import style from './court-chips.module.css'

export type CourtChoice = number | 'any'
type Props = { courts: ScheduleCourt[]; choice: CourtChoice; pieces: readonly CartPiece[]; onChoose(choice: CourtChoice): void }

/** Choice of a court, or any court, on a phone. Built of radio buttons, so that arrow keys work. */
export function CourtChips({ courts, choice, pieces, onChoose }: Props) {
  const name = useId()
  const chips: { value: CourtChoice; label: string }[] = [
    { value: 'any', label: m.grid_any_court() },
    ...courts.map((court) => ({ value: court.id, label: court.name })),
  ]
  return (
    <fieldset className={style.chips}>
      <legend className="heard">{m.grid_choose_court()}</legend>
      <div>
        {chips.map(({ value, label }) => (
          <label key={value} data-picked={pieces.some(({ courtId }) => courtId === value) || undefined}>
            <input type="radio" name={name} checked={value === choice} onChange={() => onChoose(value)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
