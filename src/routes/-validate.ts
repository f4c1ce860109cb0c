import { PageFailure } from '#page-failure.ts'
import { notFound } from '@tanstack/react-router'

type Asked = { params: Record<string, string>; search: Record<string, unknown>; location: { pathname: string } }
type Verdict = boolean | { status: number; message?: string; description?: string }

/**
 * C8: a route's rule. `false` is 404 "Page Not Found: {path}"; a rule that wants another status or message says so.
 * `beforeLoad: validate(({ params }) => isVenueId(params.id))`
 */
export function validate(rule: (asked: Asked) => Verdict | Promise<Verdict>) {
  return async ({ params, search, location }: { params: object; search: object; location: { pathname: string } }): Promise<void> => {
    const verdict = await rule({ params: params as Asked['params'], search: search as Asked['search'], location })
    if (verdict === true) return
    if (verdict === false) throw notFound()
    throw new PageFailure(verdict)
  }
}
