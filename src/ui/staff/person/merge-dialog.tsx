import { m } from '#i18n/generated/messages.js'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { Sheet } from '#ui/kit/sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import { ChooseDouble, type Candidate } from './choose-double.tsx'
import { ReviewMerge } from './review-merge.tsx'

/** Merging doubles: first the other record is chosen, then both are seen side by side with what follows. Not for accounts of staff. */
export function MergeButton({ card }: { card: PersonCardAnswer }) {
  const [isOpen, setOpen] = useState(false)
  if (card.roles.length > 0) return null
  return (
    <>
      <StaffButton icon="staff" onClick={() => setOpen(true)}>
        {m.merge_open()}
      </StaffButton>
      {isOpen && <MergeDialog card={card} onClose={() => setOpen(false)} />}
    </>
  )
}

function MergeDialog({ card, onClose }: { card: PersonCardAnswer; onClose(): void }) {
  const [other, setOther] = useState<Candidate>()
  return (
    <Sheet open title={m.merge_title({ name: card.name })} onClose={onClose}>
      {other ? (
        <ReviewMerge card={card} other={other} onBack={() => setOther(undefined)} onClose={onClose} />
      ) : (
        <ChooseDouble card={card} onChoose={setOther} />
      )}
    </Sheet>
  )
}
