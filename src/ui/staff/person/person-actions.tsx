import { m } from '#i18n/generated/messages.js'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { MergeButton } from './merge-dialog.tsx'
import style from './person.module.css'

/** What can be done with a person. Each action asks first, in a sheet that says what will happen. */
export function PersonActions({ card }: { card: PersonCardAnswer }) {
  return (
    <div className={style.actions}>
      <StaffButtonLink to="/staff/counter" search={{ person: card.id }} look="primary" icon="counter">
        {m.person_book()}
      </StaffButtonLink>
      <StaffButton icon="texts" onClick={() => document.getElementById('person-note')?.focus()}>
        {m.person_note_write()}
      </StaffButton>
      <MergeButton card={card} />
    </div>
  )
}
