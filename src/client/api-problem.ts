/** Problem details (RFC 9457), as the API sends them. */
export type FieldError = { path: string; message: string }

type ProblemBody = { title?: string; detail?: string; code?: string; errors?: FieldError[]; requestId?: string }

/** The error of a failed call. Status 0: there was no answer. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly errors: FieldError[]
  readonly requestId: string | undefined
  /** Retry-After in seconds, when the answer has one. */
  readonly retryAfter: number | undefined
  /** Further properties of the problem, such as the items that were taken. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: ProblemBody & Record<string, unknown> = {}, headers?: Headers, cause?: unknown) {
    super(body.title ?? `status ${status}`, { cause })
    this.name = 'ApiProblem'
    this.status = status
    this.code = body.code ?? (status === 0 ? 'no_response' : 'unknown')
    this.title = body.title ?? ''
    this.detail = body.detail ?? this.title
    this.errors = body.errors ?? []
    this.requestId = body.requestId ?? headers?.get('x-request-id') ?? undefined
    this.retryAfter = secondsToWait(headers?.get('retry-after'))
    this.body = body
  }

  /** The message for one field. */
  errorAt(path: string): string | undefined {
    return this.errors.find((error) => error.path === path)?.message
  }
}

/** No answer, or a 5xx: a failure of the network or the service, not of the request. */
export const isOutage = (error: unknown): boolean => error instanceof ApiProblem && (error.status === 0 || error.status >= 500)

/** The service has said no to the request, and will say so again: it is not there, or not allowed. */
export const isRefusal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429

export function secondsToWait(retryAfter: string | null | undefined): number | undefined {
  if (!retryAfter) return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

export function problemBody(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : {}
}
