import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import style from './choice-chips.module.css'

/** Filters of a list as links: they work without JavaScript, and each choice has its own address. */
export function FilterLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="cluster" aria-label={label}>
      {children}
    </nav>
  )
}

export const FilterLink = createLink(function FilterAnchor({ here, children, ...anchor }: ComponentProps<'a'> & { here: boolean }) {
  return (
    <a aria-current={here ? 'true' : undefined} {...anchor} className={style.chip}>
      {children}
    </a>
  )
})
