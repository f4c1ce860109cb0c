import { m } from '#i18n/generated/messages.js'
import type { PreOrderCourt } from '#modules/preorders/wire.ts'
import { RadioChips } from '#ui/kit/radio-chips.tsx'
import { sayList } from '#ui/venues/venue-words.ts'
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

/** Choice of a court, or any court, with a note about courts that share its floor. */
export function CourtChoice({ courts, sharing, choice, withAny, onChoose }: Props) {
  const shares = sharing.find(({ id }) => id === choice)?.sharesWith ?? []
  return (
    <div className="stack gap-2">
      <RadioChips<Choice>
        legend={m.grid_choose_court()}
        value={choice}
        options={[
          ...(withAny ? [{ value: 'any' as const, label: m.grid_any_court() }] : []),
          ...courts.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={onChoose}
      />
      {shares.length > 0 && <p className="note">{m.preorder_shares({ courts: sayList(shares) })}</p>}
    </div>
  )
}
