import { screenAt } from '#navigation/staff-screens.ts'
import { NavLink } from '#ui/kit/nav-link.tsx'
import type { ReactNode } from 'react'

/** A link to a screen of the console where there is more to set. */
export function ScreenLink({ to, children }: { to: string; children: ReactNode }) {
  return screenAt(to, ['admin']) ? <NavLink to={to}>{children}</NavLink> : null
}
