import { m } from '#i18n/generated/messages.js'
import { positionIn, type Position } from '#modules/centre/position-rules.ts'
import { TextField } from '#ui/kit/field.tsx'
import { useState } from 'react'
import style from './centre-fields.module.css'

const written = (position: Position | null) => (position ? `${position.latitude}, ${position.longitude}` : '')

/** Position on the map: a pasted link of a map, or two numbers. Nothing is loaded from another site. */
export function PositionField({ value, onChange }: { value: Position | null; onChange(value: Position | null): void }) {
  const [typed, setTyped] = useState<string>()
  const isUnreadable = typed !== undefined && typed.trim() !== '' && positionIn(typed) === undefined
  return (
    <div className={style.position}>
      <TextField
        label={m.staff_centre_position()}
        hint={m.staff_centre_position_hint()}
        optional
        autoComplete="off"
        value={typed ?? written(value)}
        error={isUnreadable ? m.staff_centre_position_unreadable() : undefined}
        onChange={(event) => {
          const text = event.target.value
          setTyped(text)
          const found = positionIn(text)
          if (found || text.trim() === '') onChange(found ?? null)
        }}
        // A link that was understood is replaced by the numbers in it.
        onBlur={() => !isUnreadable && setTyped(undefined)}
      />
      {value && (
        <a
          href={`https://www.openstreetmap.org/?mlat=${value.latitude}&mlon=${value.longitude}#map=17/${value.latitude}/${value.longitude}`}
          rel="noreferrer"
          target="_blank"
        >
          {m.staff_centre_position_look()}
        </a>
      )}
    </div>
  )
}
