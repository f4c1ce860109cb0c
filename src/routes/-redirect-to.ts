import { redirect } from '@tanstack/react-router'
import { parseSearch } from './-search.ts'

/** Navigation options for a path that is known only at run time, and so not checked against the route tree. */
export function toLocation(target: string): { to: '/login' } {
  const url = new URL(target, 'http://fieldhouse.invalid')
  const found = { to: url.pathname, search: parseSearch(url.search), ...(url.hash ? { hash: url.hash.slice(1) } : {}) }
  return found as unknown as { to: '/login' }
}

/** A redirect inside the app keeps the language prefix; one to another origin is a full page load. */
export function redirectTo(target: string, ownOrigin: string) {
  const url = new URL(target, ownOrigin)
  if (url.origin !== new URL(ownOrigin).origin) return redirect({ href: url.href, reloadDocument: true })
  return redirect({ ...toLocation(url.pathname + url.search + url.hash), replace: true })
}

/** Adds the notice to the address, so that the page at the end of the redirects shows it, rendered on the server or in the browser. */
export function withNotice(target: string, notice: string | undefined): string {
  if (!notice) return target
  const [before, hash] = target.split('#')
  return `${before}${before!.includes('?') ? '&' : '?'}notice=${notice}${hash ? `#${hash}` : ''}`
}
