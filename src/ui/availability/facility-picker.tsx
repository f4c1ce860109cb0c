import { m } from '#i18n/generated/messages.js'
import type { FacilityCard } from '#modules/venues/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { gridId } from './grid-model.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { createLink, useNavigate } from '@tanstack/react-router'
import type { ComponentProps, CSSProperties } from 'react'
import { FacilityDrawing } from '#ui/orders/facility-drawing.tsx'
import style from './facility-picker.module.css'

type Props = { facilities: FacilityCard[]; chosen: number }

/** Choice of the facility: links side by side on a wide screen, a native select on a phone. The day is kept. */
export function FacilityPicker({ facilities, chosen }: Props) {
  const navigate = useNavigate()
  const { drawing: ownDrawing = '', colour: ownColour } = facilities.find(({ id }) => id === chosen) ?? {}
  return (
    <>
      <a className={style.skip} href={`#${gridId}`}>
        {m.order_skip_to_grid()}
      </a>
      <nav className={style.cards} aria-label={m.order_facility()}>
        {facilities.map(({ id, name, drawing, colour }) => (
          <FacilityLink
            key={id}
            to="/order"
            search={({ date }) => ({ facility: String(id), date })}
            resetScroll={false}
            style={{ '--court': colour } as CSSProperties}
            here={id === chosen}
          >
            <FacilityDrawing drawing={drawing} className={style.drawing} />
            <span>{name}</span>
          </FacilityLink>
        ))}
      </nav>
      <form method="get" className={style.select} style={{ '--court': ownColour } as CSSProperties}>
        <FacilityDrawing drawing={ownDrawing} className={style.drawing} />
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
          <Button type="submit">{m.order_facility_go()}</Button>
        </noscript>
      </form>
    </>
  )
}

const FacilityLink = createLink(function FacilityAnchor({ here, children, ...anchor }: ComponentProps<'a'> & { here: boolean }) {
  return (
    <a {...anchor} className={style.card} aria-current={here ? 'true' : undefined}>
      {children}
    </a>
  )
})
