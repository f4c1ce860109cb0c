import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = { to: string; exact?: boolean; className?: string | undefined; children: ReactNode }

/** Link to a path that is known only at run time; a literal path belongs in a checked Link. `exact`: not active on pages below it. */
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
