import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = { to: string; exact?: boolean; className?: string | undefined; children: ReactNode }

/** For addresses that are only known at run time; a literal address belongs into a checked Link. `exact`: not for the pages below it. */
export function NavLink({ to, exact = to === '/', className, children }: Props) {
  return (
    <Link
      to={to as LinkProps['to']}
      className={className}
      activeOptions={{ exact, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
    >
      {children}
    </Link>
  )
}
