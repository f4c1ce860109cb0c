import { m } from '#i18n/generated/messages.js'
import { failureOf } from '#client/page-failure.ts'

/** Title of a document whose page has failed; undefined when none has. */
export function failureTitle(matches: readonly { status: string; error: unknown; _notFound?: boolean }[]): string | undefined {
  for (const { status, error, _notFound } of matches) {
    if (_notFound || status === 'notFound') return titleFor(404)
    if (status !== 'error') continue
    const failure = failureOf(error)
    return failure.message ?? titleFor(failure.status)
  }
  return undefined
}

export function titleFor(status: number): string {
  if (status === 404) return m.error_page_404_title()
  if (status === 401) return m.error_page_401_title()
  if (status === 403) return m.error_page_403_title()
  if (status === 410) return m.error_page_410_title()
  if (status === 429) return m.error_page_429_title()
  if (status === 503) return m.error_page_503_title()
  return m.error_page_500_title()
}
