import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import style from './choice-chips.module.css'
import { useChosenInSight } from './chosen-in-sight.ts'

type Props = {
  label: string
  /** On a phone one row that scrolls, instead of several. */
  scrolls?: boolean
  children: ReactNode
}

/** Filters of a list as links: they work without JavaScript, and each choice has its own address. */
export function FilterLinks({ label, scrolls, children }: Props) {
  const row = useChosenInSight()
  return (
    <nav ref={row} className={`cluster ${scrolls ? style.strip : ''}`} aria-label={label}>
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
