import { redirect } from '@tanstack/react-router'
import { parseSearch } from './-search.ts'

/** A redirect inside the app keeps the language prefix; one to another origin leaves the app with a full navigation (C11). */
export function redirectTo(target: string, ownOrigin: string) {
  const url = new URL(target, ownOrigin)
  if (url.origin !== new URL(ownOrigin).origin) return redirect({ href: url.href, reloadDocument: true })
  const inside = { to: url.pathname, search: parseSearch(url.search), replace: true, ...(url.hash ? { hash: url.hash.slice(1) } : {}) }
  // The address is only known at run time, so it cannot be checked against the route tree.
  return redirect(inside as unknown as { to: '/login' })
}
