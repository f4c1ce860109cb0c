import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'
import style from './icon-button.module.css'

type Props = Omit<ComponentProps<'button'>, 'children' | 'type'> & {
  icon: IconName
  /** What it does: it is heard, not seen. */
  label: string
  size?: number
  tone?: 'danger'
}

/** An icon to press, as large as a finger. */
export function IconButton({ icon, label, size, tone, className = '', ...button }: Props) {
  return (
    <button type="button" {...button} className={`${style.button} ${className}`} aria-label={label} data-tone={tone}>
      <Icon name={icon} {...(size && { size })} />
    </button>
  )
}
