import type { Locale } from '#i18n/locale.ts'

/** What the pages may know of the process that serves them. */
export type PublicConfig = {
  /** Unset: the API is on the same origin. */
  apiBase: string | undefined
  publicUrl: string
}

/** Members who see the same pages: of one kind, and with the prices of one identity. Staff are of no class. */
export type ViewerClass = { kind: 'member' | 'community'; identityId: number }

/** What the process hands to the page renderer with each request. */
export type PageRequest = {
  nonce: string
  requestId: string
  publicConfig: PublicConfig
  /** Calls the API in this process, without HTTP. */
  apiFetch(request: Request): Promise<Response>
  /** The address that the socket is connected to. */
  peer: string | undefined
  /** A direct visit: a typed address, a bookmark, or a link on another site. */
  direct: boolean
  /** The address carries a token that this service has signed. */
  landing: boolean
  /**
   * Set: the page is rendered once for all members of a class and names none of them. `gap` stands where the data of the
   * member belongs who gets the page. What belongs to one person otherwise, the browser reads when the page is there.
   */
  kept?: { kind: ViewerClass['kind']; gap: string } | undefined
  /** An unexpected error, for the log; visitors see only a safe page. */
  report(error: unknown): void
}

/** The same, once the language is known. */
export type LocalPageRequest = PageRequest & {
  locale: Locale
  prefix: Locale | undefined
  request: Request
  /** Makes the answer delete the session cookie. */
  forgetToken(): void
  /** Makes the answer set a cookie. No personal data: a cached answer is given to several visitors. */
  setCookie(cookie: string): void
}

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: LocalPageRequest }
  }
}
