import { m } from '#i18n/generated/messages.js'
import type { LineBody } from '#modules/preorders/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import form from './preorder-form.module.css'
import { OutcomeDates } from './outcome-dates.tsx'
import type { LineOutcome } from './season-model.ts'
import { datesOf } from './wish-dates.ts'

type Props = {
  lines: LineBody[]
  /** What the refusal said. */
  outcome: LineOutcome[]
  courtOf(venue2ndId: number): string
  busy: boolean
  onAccept(): void
  onClose(): void
}

/** Somebody was faster on some dates: take the rest, or change something. Nothing has been taken yet. */
export function LostDates({ lines, outcome, courtOf, busy, onAccept, onClose }: Props) {
  const lost = outcome.reduce((sum, { refused }) => sum + refused.length, 0)
  const rest = lines.flatMap(datesOf).length - lost
  return (
    <Sheet open title={m.preorder_lost_title({ count: lost })} onClose={onClose}>
      <div className={form.documents}>
        <p className={form.hint}>{rest > 0 ? m.preorder_lost_text() : m.preorder_lost_all_text()}</p>
        <OutcomeDates lines={lines} outcome={outcome} courtOf={courtOf} heldWord={m.preorder_held_dates()} />
        {rest > 0 && (
          <Button wide busy={busy} onClick={onAccept}>
            {m.preorder_accept_rest({ count: rest })}
          </Button>
        )}
        <Button look="secondary" wide onClick={onClose}>
          {m.preorder_change_lines()}
        </Button>
      </div>
    </Sheet>
  )
}
