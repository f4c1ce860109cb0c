import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import style from './tab-links.module.css'

/** Views of one screen as tabs. Each tab is a link with an address of its own. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={style.tabs} aria-label={label}>
      {children}
    </nav>
  )
}

export const TabLink = createLink(function TabAnchor({ here, children, ...anchor }: ComponentProps<'a'> & { here: boolean }) {
  return (
    <a {...anchor} className={style.tab} aria-current={here ? 'page' : undefined}>
      {children}
    </a>
  )
})
