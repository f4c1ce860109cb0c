import { m } from '#i18n/generated/messages.js'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import style from './checkin-screen.module.css'
import type { Difference } from './door-store.ts'

/** What the server decided otherwise than the door had while there was no network. It stays until somebody has read it. */
export function DifferenceList({ differences, onRead }: { differences: Difference[]; onRead(): void }) {
  if (differences.length === 0) return null
  return (
    <section className={style.differences} role="alert">
      <h2>{m.checkin_differences()}</h2>
      <ul>
        {differences.map(({ key, name, place, kind, said }) => (
          <li key={key}>
            <b>{name}</b> {place} · {kind === 'in' ? m.checkin_let_in_short() : m.checkin_undone_short()}: {said}
          </li>
        ))}
      </ul>
      <StaffButton onClick={onRead}>{m.checkin_differences_read()}</StaffButton>
    </section>
  )
}
