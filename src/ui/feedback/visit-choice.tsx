import { formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { RatableAnswer } from '#modules/feedback/wire.ts'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { RadioCard } from '#ui/kit/radio-card.tsx'
import { FacilityCourt } from '#ui/venues/facility-court.tsx'
import style from './survey.module.css'

/** Value for the centre as a whole, besides order numbers. */
export const centre = 'centre'

type Props = { ratable: RatableAnswer; value: string; onChange(choice: string): void; error: string | undefined }

/** Choice of the visit to rate: past visits that are not rated yet, or the centre as a whole. */
export function VisitChoice({ ratable: { items, centreRated }, value, onChange, error }: Props) {
  const locale = getLocale()
  const standingFor = (choice: string) => ({
    className: style.choice,
    name: 'orderNo',
    value: choice,
    checked: value === choice,
    onChange: () => onChange(choice),
  })
  return (
    <fieldset role="radiogroup" aria-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined} className={style.visits}>
      <legend>{m.star_which()}</legend>
      {items.length === 0 && <p className="soft">{m.star_none()}</p>}
      {items.map(({ orderNo, venue1stName, venue2ndName, drawing, colour, start, end, more }) => (
        <RadioCard key={orderNo} {...standingFor(orderNo)}>
          <FacilityCourt drawing={drawing} colour={colour} className={style.court} />
          <span className={style.visit}>
            <b>
              {venue1stName} · {venue2ndName}
            </b>
            <span>
              {formatPeriod(new Date(start), new Date(end), locale)} {more > 0 && m.star_more({ count: more })}
            </span>
          </span>
        </RadioCard>
      ))}
      <RadioCard {...standingFor(centre)} disabled={centreRated}>
        <CourtDrawing sport="field" className={style.court} />
        <span className={style.visit}>
          <b>{m.star_centre()}</b>
          <span>{centreRated ? m.star_centre_rated() : m.star_centre_hint()}</span>
        </span>
      </RadioCard>
      {error && (
        <p className={style.wrong} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
