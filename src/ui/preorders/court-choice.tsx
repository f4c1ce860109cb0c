import { m } from '#i18n/generated/messages.js'
import type { PreOrderCourt } from '#modules/preorders/wire.ts'
import { sayList } from '#ui/venues/venue-words.ts'
import { useId } from 'react'
import style from './choices.module.css'
import type { CourtChoice as Choice } from './season-model.ts'

type Props = {
  courts: { id: number; name: string }[]
  /** Courts that share floor with the chosen one. */
  sharing: PreOrderCourt[]
  choice: Choice
  /** Offers "any court": not for single dates, which are of one court. */
  withAny: boolean
  onChoose(choice: Choice): void
}

/** Choice of a court, or any court. Built of radio buttons, so that arrow keys work. */
export function CourtChoice({ courts, sharing, choice, withAny, onChoose }: Props) {
  const name = useId()
  const chips: { value: Choice; label: string }[] = [
    ...(withAny ? [{ value: 'any' as const, label: m.grid_any_court() }] : []),
    ...courts.map(({ id, name: label }) => ({ value: id, label })),
  ]
  const shares = sharing.find(({ id }) => id === choice)?.sharesWith ?? []
  return (
    <div className={style.courtChoice}>
      <fieldset className={style.courts}>
        <legend className="heard">{m.grid_choose_court()}</legend>
        {chips.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === choice} onChange={() => onChoose(value)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {shares.length > 0 && <p className={style.hint}>{m.preorder_shares({ courts: sayList(shares) })}</p>}
    </div>
  )
}
