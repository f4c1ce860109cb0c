import { useId, useRef, useState, type KeyboardEvent } from 'react'
import style from './combobox.module.css'
import { Input } from './control.tsx'
import { Field } from './field.tsx'
import { findOptions, matchOption, type Option } from './find-options.ts'

type Props = {
  name: string
  label: string
  hint?: string
  error?: string | undefined
  options: readonly Option[]
  value: string
  /** Value of the chosen or fully typed option; any other text is passed on as typed. */
  onChange(value: string): void
  /** Text shown when no option matches. */
  none: string
}

/** Text field with a filtered list of options (ARIA combobox). Arrow keys move, Enter chooses, Escape closes. */
export function Combobox({ name, label, hint, error, options, value, onChange, none }: Props) {
  const listId = useId()
  const { field, text, found, open, setOpen, active, type, choose, press, leave } = useOptions({ options, value, onChange })
  return (
    <div className={style.combobox}>
      <Field {...{ label, hint, error }}>
        {(described) => (
          <Input
            ref={field}
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && found[active] ? `${listId}-${found[active].value}` : undefined}
            autoComplete="off"
            required
            name={name}
            value={text}
            onChange={({ target }) => type(target.value)}
            onClick={() => setOpen(true)}
            onKeyDown={press}
            onBlur={leave}
            {...described}
          />
        )}
      </Field>
      <OptionList id={listId} label={label} options={found} open={open} active={active} value={value} onChoose={choose} />
      <p className={style.none} role="status">
        {open && found.length === 0 ? none : ''}
      </p>
    </div>
  )
}

/** The typed text, the options that match it, and the one that Enter chooses. */
function useOptions({ options, value, onChange }: Pick<Props, 'options' | 'value' | 'onChange'>) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const chosen = options.find((option) => option.value === value)
  const text = typed ?? chosen?.label ?? value
  // A list opened over a chosen value shows all options, not only the matching ones.
  const found = typed === undefined ? options : findOptions(options, typed)

  function choose(option: Option): void {
    onChange(option.value)
    setTyped(undefined)
    setOpen(false)
    // Choosing an option fires an input event as typing does, so that the form clears the field's error.
    field.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (open) setActive((before) => (before + step + found.length) % Math.max(1, found.length))
      else setOpen(true)
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      const option = found[active]
      if (option) choose(option)
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      setOpen(false)
    }
  }

  function type(next: string): void {
    setTyped(next)
    setActive(0)
    setOpen(true)
    onChange(matchOption(options, next)?.value ?? next.trim())
  }

  function leave(): void {
    setOpen(false)
    if (chosen) setTyped(undefined)
  }

  return { field, text, found, open, setOpen, active, type, choose, press, leave }
}

type ListProps = {
  id: string
  label: string
  options: readonly Option[]
  open: boolean
  /** Index of the option that Enter chooses. */
  active: number
  value: string
  onChoose(option: Option): void
}

function OptionList({ id, label, options, open, active, value, onChoose }: ListProps) {
  return (
    <div id={id} className={style.list} role="listbox" aria-label={label} hidden={!open || options.length === 0}>
      {options.map((option, n) => (
        // The focus stays in the input, which handles the keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events jsx-a11y/interactive-supports-focus
        <div
          key={option.value}
          id={`${id}-${option.value}`}
          role="option"
          aria-selected={option.value === value}
          data-active={n === active || undefined}
          ref={(element) => {
            if (open && n === active) element?.scrollIntoView({ block: 'nearest' })
          }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.label}
        </div>
      ))}
    </div>
  )
}
