import type { Locale } from '#i18n/locale.ts'

/** What the pages may know of the process that serves them. */
export type PublicConfig = {
  /** Unset: the API is on the same origin. */
  apiBase: string | undefined
  publicUrl: string
}

/** What the process hands to the page renderer with each request. */
export type PageRequest = {
  nonce: string
  requestId: string
  publicConfig: PublicConfig
  /** The API in this very process. */
  apiFetch(request: Request): Promise<Response>
  /** The address that the socket is connected to. */
  peer: string | undefined
  /** C1: typed, bookmarked or from outside. */
  direct: boolean
  /** C4: the address carries a token that this house has signed. */
  landing: boolean
  /** An unexpected error, for the log; visitors see only a safe page. */
  report(error: unknown): void
}

/** The same, once the language is known. */
export type LocalPageRequest = PageRequest & {
  locale: Locale
  prefix: Locale | undefined
  request: Request
  /** The answer takes the session token away from the browser. */
  forgetToken(): void
  /** The answer sets a cookie. It must say nothing of the visitor: an answer may be given to several. */
  setCookie(cookie: string): void
}

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: LocalPageRequest }
  }
}
