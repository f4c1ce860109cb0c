import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { StaffIcon, type StaffIconName } from './staff-icon.tsx'
import style from './staff-button.module.css'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'
type Shape = { look?: Look; icon?: StaffIconName; /** The words are for screen readers only; a tooltip shows them. */ iconOnly?: boolean }

const classes = ({ look = 'secondary', iconOnly = false }: Shape) =>
  [style.button, style[look], iconOnly && style.iconOnly].filter(Boolean).join(' ')

/** Button of the console: lower than the members' one. While `busy` it keeps its size and ignores presses. */
export function StaffButton({
  look,
  icon,
  iconOnly,
  busy = false,
  children,
  onClick,
  ...button
}: ComponentProps<'button'> & Shape & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...button}
      {...(onClick && !busy ? { onClick } : {})}
      className={classes({ ...(look && { look }), ...(iconOnly && { iconOnly }) })}
      aria-busy={busy || undefined}
      aria-disabled={busy || button['aria-disabled'] || undefined}
      {...(iconOnly && typeof children === 'string' ? { 'aria-label': children, title: children } : {})}
    >
      {icon && <StaffIcon name={icon} size={18} />}
      {!iconOnly && <span>{children}</span>}
    </button>
  )
}

/** A link that looks like a button; its address is checked against the route tree. */
export const StaffButtonLink = createLink(function StaffButtonAnchor({
  look,
  icon,
  iconOnly,
  children,
  ...anchor
}: ComponentProps<'a'> & Shape) {
  return (
    <a
      {...anchor}
      className={classes({ ...(look && { look }), ...(iconOnly && { iconOnly }) })}
      {...(iconOnly && typeof children === 'string' ? { 'aria-label': children, title: children } : {})}
    >
      {icon && <StaffIcon name={icon} size={18} />}
      {!iconOnly && <span>{children}</span>}
    </a>
  )
})
