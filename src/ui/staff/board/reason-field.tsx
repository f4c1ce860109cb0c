import { m } from '#i18n/generated/messages.js'
import { useId } from 'react'
import style from './rearrange-bar.module.css'

/** Why: typed, or chosen from what is usual. It stays for the next booking. */
export function ReasonField({ value, onChange }: { value: string; onChange(reason: string): void }) {
  const id = useId()
  const usual = [m.board_reason_member(), m.board_reason_room(), m.board_reason_fault()]
  return (
    <div className={style.reason}>
      <label htmlFor={id}>{m.board_reason()}</label>
      <input id={id} list={`${id}-usual`} value={value} maxLength={200} required onChange={(event) => onChange(event.target.value)} />
      <datalist id={`${id}-usual`}>
        {usual.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </datalist>
    </div>
  )
}
