import { secondsToWait } from './api-problem.ts'

type Fetch = typeof globalThis.fetch
type OutgoingRequest = { method: string; url: string; headers: Record<string, string>; body?: string; signal?: AbortSignal | undefined }
type SendOptions = { fetch: Fetch; credentials: RequestCredentials; retryDelay: number; maxRetryWait: number }

/** Statuses after which a request is retried. */
const worthAnotherTry = new Set([408, 409, 425, 429, 500, 502, 503, 504])

/** Sends a request, and retries once when it failed and is safe to repeat. */
export async function send(request: OutgoingRequest, options: SendOptions): Promise<Response> {
  const first = await attempt(request, options)
  if (request.method !== 'GET' || request.signal?.aborted || !isWorthAnother(first)) return given(first)
  const wait = secondsToWait(first.response?.headers.get('retry-after'))
  if (wait !== undefined && wait > options.maxRetryWait) return given(first)
  await new Promise((resolve) => setTimeout(resolve, wait ? wait * 1000 : options.retryDelay))
  return given(await attempt(request, options))
}

/** Not `instanceof Response`: the server framework has a Response class of its own, other than that of fetch. */
type Outcome = { response: Response; thrown?: undefined } | { response?: undefined; thrown: unknown }

async function attempt({ url, ...init }: OutgoingRequest, { fetch, credentials }: SendOptions): Promise<Outcome> {
  try {
    return { response: await fetch(url, { ...init, credentials, signal: init.signal ?? null }) }
  } catch (thrown) {
    return { thrown }
  }
}

const isWorthAnother = ({ response }: Outcome): boolean => !response || worthAnotherTry.has(response.status)

function given({ response, thrown }: Outcome): Response {
  if (response) return response
  throw thrown
}

/** Adds the defined values to the query. */
export function withQuery(path: string, query: Record<string, string | number | boolean | undefined> = {}): string {
  const known = Object.entries(query).filter(([, value]) => value !== undefined)
  if (known.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(known.map(([name, value]) => [name, String(value)]))}`
}
