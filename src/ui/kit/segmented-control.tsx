import { useId } from 'react'
import { Icon, type IconName } from './icon.tsx'
import style from './segments.module.css'

type Option<T extends string> = { value: T; label: string; icon?: IconName; lang?: string }
type Props<T extends string> = { legend: string; hint?: string; value: T; options: readonly Option<T>[]; onChange(value: T): void }

/** SegmentedControl control: a few options side by side, one of them chosen. Built of radio buttons, so that arrow keys work. */
export function SegmentedControl<T extends string>({ legend, hint, value, options, onChange }: Props<T>) {
  const name = useId()
  return (
    <fieldset className={style.group} aria-describedby={hint ? `${name}-hint` : undefined}>
      <legend>{legend}</legend>
      <div className={style.choices}>
        {options.map((option) => (
          <label key={option.value} className={style.choice} lang={option.lang}>
            <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.icon && <Icon name={option.icon} size={18} />}
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${name}-hint`} className={style.hint}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
