import { redirect } from '@tanstack/react-router'
import { parseSearch } from './-search.ts'

/** An address that is only known at run time, in the router's words. It cannot be checked against the route tree. */
export function inside(target: string): { to: '/login' } {
  const url = new URL(target, 'http://fieldhouse.invalid')
  const found = { to: url.pathname, search: parseSearch(url.search), ...(url.hash ? { hash: url.hash.slice(1) } : {}) }
  return found as unknown as { to: '/login' }
}

/** A redirect inside the app keeps the language prefix; one to another origin leaves the app with a full navigation (C11). */
export function redirectTo(target: string, ownOrigin: string) {
  const url = new URL(target, ownOrigin)
  if (url.origin !== new URL(ownOrigin).origin) return redirect({ href: url.href, reloadDocument: true })
  return redirect({ ...inside(url.pathname + url.search + url.hash), replace: true })
}

/** The message travels in the address, so that it is there on the page that the way ends on, whoever renders it. */
export function withNotice(target: string, notice: string | undefined): string {
  if (!notice) return target
  const [before, hash] = target.split('#')
  return `${before}${before!.includes('?') ? '&' : '?'}notice=${notice}${hash ? `#${hash}` : ''}`
}
