import { ApiProblem } from '#client/api-problem.ts'

/** What an error page may tell a visitor: never the message of an unexpected error. */
export type Failure = {
  status: number
  message?: string | undefined
  description?: string | undefined
  requestId?: string | undefined
}

/** A page that refuses on purpose, with the status of its document (C8, C9). */
export class PageFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`page failure ${failure.status}`)
    this.name = 'PageFailure'
    this.failure = failure
  }
}

export function failureOf(error: unknown): Failure {
  if (error instanceof PageFailure) return error.failure
  if (error instanceof ApiProblem) return { status: statusForPage(error.status), requestId: error.requestId }
  return { status: 500 }
}

/** Errors that need no entry in the log: they say what they mean. */
export function isExpected(error: unknown): boolean {
  return failureOf(error).status < 500
}

/** The API was out of reach: 503. It refused our own request in a way no page foresaw: our fault. */
function statusForPage(apiStatus: number): number {
  if (apiStatus === 0) return 503
  return [401, 403, 404, 410, 429, 503].includes(apiStatus) ? apiStatus : 500
}
