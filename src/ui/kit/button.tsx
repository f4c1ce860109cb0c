import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import style from './button.module.css'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'
type Shape = { look?: Look; wide?: boolean }

const classes = ({ look = 'primary', wide = false }: Shape, more: string | undefined) =>
  [style.button, style[look], wide && style.wide, more].filter(Boolean).join(' ')

/** While `busy`, the button announces it, keeps its size and ignores presses. */
export function Button({
  look,
  wide,
  busy = false,
  className,
  children,
  onClick,
  ...button
}: ComponentProps<'button'> & Shape & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...button}
      {...(onClick && !busy ? { onClick } : {})}
      className={classes({ ...(look && { look }), ...(wide && { wide }) }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || button['aria-disabled'] || undefined}
    >
      <span>{children}</span>
    </button>
  )
}

/** A link that looks like a button and leaves the pages. */
export function ButtonAnchor({ look, wide, className, children, ...anchor }: ComponentProps<'a'> & Shape) {
  return (
    <a {...anchor} className={classes({ ...(look && { look }), ...(wide && { wide }) }, className)}>
      {children}
    </a>
  )
}

/** A link that looks like a button; its address is checked against the route tree. */
export const ButtonLink = createLink(ButtonAnchor)
