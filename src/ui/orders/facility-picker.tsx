import { m } from '#i18n/generated/messages.js'
import type { FacilityCard } from '#modules/venues/wire.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { Link, useNavigate } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { FacilityDrawing } from './facility-drawing.tsx'
import style from './facility-picker.module.css'

type Props = { facilities: FacilityCard[]; chosen: number }

/** Which facility: side by side where there is room, the phone's own list where there is not. The day stays. */
export function FacilityPicker({ facilities, chosen }: Props) {
  const navigate = useNavigate()
  return (
    <>
      <nav className={style.cards} aria-label={m.order_facility()}>
        {facilities.map(({ id, name, drawing, colour }) => (
          <Link
            key={id}
            to="/order"
            search={({ date }) => ({ facility: String(id), date })}
            resetScroll={false}
            className={style.card}
            style={{ '--court': colour } as CSSProperties}
            activeProps={{ 'aria-current': undefined }}
            aria-current={id === chosen ? 'true' : undefined}
          >
            <FacilityDrawing drawing={drawing} className={style.drawing} />
            <span>{name}</span>
          </Link>
        ))}
      </nav>
      <form
        method="get"
        className={style.select}
        style={{ '--court': facilities.find(({ id }) => id === chosen)?.colour } as CSSProperties}
      >
        <FacilityDrawing drawing={facilities.find(({ id }) => id === chosen)?.drawing ?? ''} className={style.drawing} />
        <SelectField
          label={m.order_facility()}
          name="facility"
          value={String(chosen)}
          onChange={({ target }) =>
            void navigate({ to: '/order', search: ({ date }) => ({ facility: target.value, date }), resetScroll: false })
          }
        >
          {facilities.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <noscript>
          <button>{m.order_facility_go()}</button>
        </noscript>
      </form>
    </>
  )
}
