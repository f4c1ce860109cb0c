import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** For addresses that are only known at run time; a literal address belongs into a checked Link. */
export function NavLink({ to, className, children }: { to: string; className?: string | undefined; children: ReactNode }) {
  return (
    <Link
      to={to as LinkProps['to']}
      className={className}
      activeOptions={{ exact: to === '/' || to === '/member', includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
    >
      {children}
    </Link>
  )
}
