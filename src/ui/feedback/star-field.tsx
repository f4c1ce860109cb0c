import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { FieldError } from '#ui/kit/field.tsx'
import style from './star-field.module.css'

type Props = {
  name: string
  legend: string
  value: number
  onChange(stars: number): void
  large?: boolean
  /** Can be cleared again. */
  optional?: boolean
  error?: string | undefined
}

const five = [1, 2, 3, 4, 5] as const
const words = [m.star_1, m.star_2, m.star_3, m.star_4, m.star_5]
const labelOf = (stars: number) => {
  const word = words[stars - 1]!()
  return stars === 1 ? m.star_label_one({ word }) : m.star_label({ count: stars, word })
}

/** Rating by five radio buttons that look like stars, so that arrow keys work. */
export function StarField({ name, legend, value, onChange, large = false, optional = false, error }: Props) {
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      tabIndex={error ? -1 : undefined}
      className={style.group}
      data-large={large || undefined}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend>
        {legend}
        {optional && <span className={style.optional}>{m.field_optional()}</span>}
      </legend>
      <div className={style.stars}>
        {five.map((stars) => (
          <label key={stars} data-on={stars <= value || undefined}>
            <input
              type="radio"
              name={name}
              value={stars}
              id={stars === 1 ? `survey-${name}` : undefined}
              required={!optional}
              checked={value === stars}
              onChange={() => onChange(stars)}
            />
            <Star />
            <span className="sr-only">{labelOf(stars)}</span>
          </label>
        ))}
        {large && (
          <span className={style.word} aria-hidden>
            {value > 0 ? words[value - 1]!() : ''}
          </span>
        )}
        {optional && value > 0 && (
          <Button look="text" onClick={() => onChange(0)}>
            {m.star_clear()}
            <span className="sr-only">{legend}</span>
          </Button>
        )}
      </div>
      {error && <FieldError id={name}>{error}</FieldError>}
    </fieldset>
  )
}

const Star = () => (
  <svg viewBox="0 0 24 24" aria-hidden>
    <path d="M12 2.8l2.8 5.8 6.4.8-4.7 4.4 1.2 6.3L12 17l-5.7 3.1 1.2-6.3L2.8 9.4l6.4-.8z" />
  </svg>
)
