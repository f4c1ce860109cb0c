import { randomUUID } from 'node:crypto'

/** The name of one request in the logs, in problem answers and in what a visitor reads to us on the phone. A proxy may have named it. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get('x-request-id')
  return given && /^[\w.:-]{8,80}$/.test(given) ? given : randomUUID()
}
