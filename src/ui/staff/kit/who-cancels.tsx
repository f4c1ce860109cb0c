import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { CancelRefund } from '#modules/desk/wire.ts'
import { CheckField } from '#ui/kit/field.tsx'

type Props = {
  isPaid: boolean
  /** What the terms give; null where they give no answer, such as for a date of a season. */
  byRule: number | null
  inFull: number
  refund: CancelRefund
  className: string | undefined
  onChoose(refund: CancelRefund): void
}

/** Who cancels, and what goes back: the customer is told another thing than somebody whom the centre lets down. */
export function WhoCancels({ isPaid, byRule, inFull, refund, className, onChoose }: Props) {
  const amount = formatMoney(inFull)
  const choices: [CancelRefund, string, boolean][] = isPaid
    ? [
        ['rule', m.board_refund_rule({ amount: formatMoney(byRule ?? 0) }), byRule !== null],
        ['goodwill', m.board_refund_goodwill({ amount }), byRule !== null && byRule < inFull],
        ['full', m.board_refund_full({ amount }), true],
      ]
    : [
        ['rule', m.board_refund_unpaid(), true],
        ['full', m.board_refund_unpaid_centre(), true],
      ]
  return (
    <fieldset className={className}>
      <legend>{m.board_refund()}</legend>
      {choices.map(
        ([choice, words, isOpen]) =>
          isOpen && (
            <CheckField
              key={choice}
              type="radio"
              label={words}
              name="refund"
              checked={refund === choice}
              onChange={() => onChoose(choice)}
            />
          ),
      )}
    </fieldset>
  )
}
