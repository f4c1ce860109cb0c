import { ApiProblem } from './api-problem.ts'

/** What an error page may tell a visitor: never the message of an unexpected error. */
export type Failure = {
  status: number
  message?: string | undefined
  description?: string | undefined
  requestId?: string | undefined
}

/** Thrown by a page that refuses on purpose (404, 403); its status becomes the document's. */
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
  if (error instanceof ApiProblem) return { status: statusForPage(error), requestId: error.requestId }
  return { status: 500 }
}

/** Expected errors, which are not logged. */
export function isExpected(error: unknown): boolean {
  return failureOf(error).status < 500
}

/** The document's status: 503 when the API could not be reached, 500 when it refused in a way that the page did not expect. */
function statusForPage({ status: apiStatus, code }: ApiProblem): number {
  if (apiStatus === 0) return 503
  // The page passes on what its address says, such as a day that is none: no page has this address.
  if (code === 'invalid_query') return 404
  return [401, 403, 404, 410, 429, 503].includes(apiStatus) ? apiStatus : 500
}
