import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'
import style from './icon-button.module.css'

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName
  /** Accessible name of the button. */
  label: string
  size?: number
  tone?: 'danger'
}

/** Button with only an icon, with a touch target of 44 px. */
export function IconButton({ icon, label, size, tone, className = '', ...button }: Props) {
  return (
    <button type="button" {...button} className={`${style.button} ${className}`} aria-label={label} data-tone={tone}>
      <Icon name={icon} {...(size && { size })} />
    </button>
  )
}
