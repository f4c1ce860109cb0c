import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import style from './segments.module.css'

/** Views of one page as a segmented control of links: each has its own address and works without JavaScript. */
export function SegmentLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={style.links} aria-label={label}>
      {children}
    </nav>
  )
}

export const SegmentLink = createLink(function SegmentAnchor({
  icon,
  here,
  children,
  ...anchor
}: ComponentProps<'a'> & { icon: IconName; here: boolean }) {
  return (
    <a {...anchor} className={style.segment} aria-current={here ? 'page' : undefined}>
      <Icon name={icon} size={18} />
      <span>{children}</span>
    </a>
  )
})
