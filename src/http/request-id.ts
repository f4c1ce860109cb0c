import { randomUUID } from 'node:crypto'

/** The id of a request in logs, in problem answers and on error pages. Taken from the proxy's X-Request-Id when it sends one. */
export function requestIdOf(headers: Pick<Headers, 'get'>): string {
  const given = headers.get('x-request-id')
  return given && /^[\w.:-]{8,80}$/.test(given) ? given : randomUUID()
}
