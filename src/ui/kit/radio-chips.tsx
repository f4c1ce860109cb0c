import { useId, type ComponentProps } from 'react'
import style from './choice-chips.module.css'
import fieldset from './fieldset.module.css'

type Option<T> = { value: T; label: string; /** Shows a dot on the chip. */ marked?: boolean }
type Props<T> = {
  legend: string
  /** The legend is seen, too. */
  titled?: boolean
  /** Of the field that a refusal of the form names. */
  name?: string
  isWrong?: boolean
  /** The id of what is wrong with it. */
  describedBy?: string | undefined
  value: T
  options: readonly Option<T>[]
  onChange(value: T): void
  /** On a phone one row that scrolls, instead of several. */
  scrolls?: boolean
}

/** Choice of one option by chips. Built of radio buttons, so that arrow keys work. */
export function RadioChips<T extends string | number>(props: Props<T>) {
  const { legend, titled, name, isWrong, describedBy, value, options, onChange, scrolls } = props
  const own = useId()
  return (
    <fieldset
      className={titled ? fieldset.plain : undefined}
      role={name ? 'radiogroup' : undefined}
      aria-invalid={isWrong || undefined}
      aria-describedby={describedBy}
      tabIndex={isWrong ? -1 : undefined}
    >
      <legend className={titled ? undefined : 'sr-only'}>{legend}</legend>
      <div className={`cluster ${scrolls ? style.strip : ''}`}>
        {options.map((option) => (
          <label key={option.value} className={style.radio} data-marked={option.marked || undefined}>
            <input type="radio" name={name ?? own} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A chip that is ticked, one of several of which any may be. */
export const CheckChip = ({ children, ...box }: Omit<ComponentProps<'input'>, 'type' | 'className'>) => (
  <label className={style.radio}>
    <input type="checkbox" {...box} />
    {children}
  </label>
)
