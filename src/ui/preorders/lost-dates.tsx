import { m } from '#i18n/generated/messages.js'
import type { LineBody } from '#modules/preorders/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { OutcomeDates } from './outcome-dates.tsx'
import { refusedOfLines, type LineOutcome } from './season-model.ts'

type Props = {
  lines: LineBody[]
  /** Outcome by line, from the refusal. */
  outcome: LineOutcome[]
  courtOf(venue2ndId: number): string
  busy: boolean
  onAccept(): void
  onClose(): void
}

/**
 * Sheet after a refused submission, most often because others were faster: submit the remaining dates, or change something.
 * Nothing is reserved yet.
 */
export function LostDates({ lines, outcome, courtOf, busy, onAccept, onClose }: Props) {
  const { refused, rest } = refusedOfLines(lines, outcome)
  const faster = refused.every(({ why }) => why === 'taken')
  const title = faster ? m.preorder_lost_title({ count: refused.length }) : m.preorder_dates_lost({ count: refused.length })
  return (
    <Sheet open title={title} onClose={onClose}>
      <div className="stack gap-5">
        <p className="soft">{rest > 0 ? m.preorder_lost_text() : m.preorder_lost_all_text()}</p>
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
