import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import style from './button.module.css'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger' | 'text' | 'bare'
type Shape = {
  look?: Look | undefined
  wide?: boolean | undefined
  /** Before the words. */
  icon?: ReactNode
  /** The words are for screen readers only; a tooltip shows them. */
  iconOnly?: boolean | undefined
}

function shaped<Props extends { className?: string | undefined; children?: ReactNode }>(props: Props & Shape) {
  const { look = 'primary', wide = false, icon: _, iconOnly = false, className, children, ...rest } = props
  const classes = [style.button, style[look], wide && style.wide, iconOnly && style.iconOnly, className]
  return {
    ...rest,
    className: classes.filter(Boolean).join(' '),
    ...(iconOnly && typeof children === 'string' ? { 'aria-label': children, title: children } : {}),
  }
}

/** While `busy`, the button announces it, keeps its size and ignores presses. */
export function Button({ busy = false, onClick, ...button }: ComponentProps<'button'> & Shape & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...shaped(button)}
      {...(onClick && !busy ? { onClick } : {})}
      aria-busy={busy || undefined}
      aria-disabled={busy || button['aria-disabled'] || undefined}
    >
      {button.icon}
      {!button.iconOnly && <span>{button.children}</span>}
    </button>
  )
}

/** A link that looks like a button and leaves the pages. */
export function ButtonAnchor(anchor: ComponentProps<'a'> & Shape) {
  return (
    <a {...shaped(anchor)}>
      {anchor.icon}
      {!anchor.iconOnly && anchor.children}
    </a>
  )
}

/** A link that looks like a button; its address is checked against the route tree. */
export const ButtonLink = createLink(ButtonAnchor)
