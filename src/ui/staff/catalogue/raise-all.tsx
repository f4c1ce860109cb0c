import { m } from '#i18n/generated/messages.js'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import style from './catalogue.module.css'

/** Raises all prices of a list by a percentage. */
export function RaiseAll({ onRaise }: { onRaise(percent: number): void }) {
  const [percent, setPercent] = useState('5')
  const value = Number(percent)
  const isUsable = percent !== '' && Number.isFinite(value) && value > -100 && value <= 500 && value !== 0
  return (
    <div className={style.raise}>
      <label>
        {m.catalogue_raise()}
        <input type="number" inputMode="decimal" step="0.5" value={percent} onChange={(event) => setPercent(event.target.value)} />%
      </label>
      <StaffButton aria-disabled={!isUsable || undefined} onClick={() => isUsable && onRaise(value)}>
        {m.catalogue_raise_do()}
      </StaffButton>
    </div>
  )
}
