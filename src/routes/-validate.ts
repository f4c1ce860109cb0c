import { PageFailure } from '#client/page-failure.ts'
import { notFound } from '@tanstack/react-router'

type Asked = { params: Record<string, string>; search: Record<string, unknown>; location: { pathname: string } }
type Verdict = boolean | { status: number; message?: string; description?: string }

/**
 * `beforeLoad` from a rule about the address. `false` is 404 "Page Not Found: {path}"; a rule may return another status and
 * message. Example: `beforeLoad: validate(({ params }) => isVenueId(params.id))`
 */
export function validate(rule: (asked: Asked) => Verdict | Promise<Verdict>) {
  // Generic, so that the route's own types of params and search are kept.
  return async <T extends { params: object; search: object; location: { pathname: string } }>({
    params,
    search,
    location,
  }: T): Promise<void> => {
    const verdict = await rule({ params: params as Asked['params'], search: search as Asked['search'], location })
    if (verdict === true) return
    if (verdict === false) throw notFound()
    throw new PageFailure(verdict)
  }
}
