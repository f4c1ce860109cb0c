import { m } from '#i18n/generated/messages.js'
import type { PreOrderFacility } from '#modules/preorders/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { RadioButton } from '#ui/kit/control.tsx'
import { FacilityDrawing } from '#ui/orders/facility-drawing.tsx'
import { sayCourts } from '#ui/venues/venue-words.ts'
import { useId, useState, type CSSProperties } from 'react'
import style from './choices.module.css'

type Props = { facilities: PreOrderFacility[]; chosen: number | undefined; onChoose(id: number): void }

/** Choice of the facility, folded on a phone once one is chosen. Built of radio buttons, so that arrow keys work. */
export function FacilityChoice({ facilities, chosen, onChoose }: Props) {
  const name = useId()
  const [open, setOpen] = useState(chosen === undefined)
  return (
    <>
      <fieldset className={style.facilities} data-open={open || undefined}>
        <legend className="sr-only">{m.order_facility()}</legend>
        {facilities.map(({ id, name: facility, drawing, colour, courts }) => (
          <label key={id} className={style.facility} style={{ '--court': colour } as CSSProperties}>
            <RadioButton
              name={name}
              checked={id === chosen}
              onChange={() => {
                onChoose(id)
                setOpen(false)
              }}
            />
            <FacilityDrawing drawing={drawing} className={style.drawing} />
            <span>
              <b>{facility}</b>
              <small>{sayCourts(drawing, courts)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {facilities.length > 1 && (
        <span className={style.more}>
          <Button look="text" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? m.preorder_facility_close() : m.preorder_facility_change()}
          </Button>
        </span>
      )}
    </>
  )
}
