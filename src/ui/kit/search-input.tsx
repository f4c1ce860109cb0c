import type { ComponentProps } from 'react'
import { Input } from './control.tsx'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icon.tsx'
import style from './search-input.module.css'

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  /** Accessible name; left out inside a Field, which has the label. */
  label?: string
  /** Accessible name of a button inside the field that sends its form, for a mouse and for a form without scripts. */
  submitLabel?: string
}

/** What is looked for: with a magnifying glass before it, and at its end the button that sends it. */
export const SearchInput = ({ label, submitLabel, className = '', ...input }: Props) => (
  <span className={`${style.search} ${className}`} data-sends-form={submitLabel !== undefined || undefined}>
    <Icon name="search" size={18} />
    <Input {...input} type="search" aria-label={label} enterKeyHint="search" autoComplete="off" />
    {submitLabel !== undefined && <IconButton type="submit" icon="forward" label={submitLabel} />}
  </span>
)
