/** The browser inside an app, where payment pages of cards fail; undefined: a browser of its own. */
export type InAppBrowser = 'line' | 'other'

export function inAppBrowser(userAgent: string): InAppBrowser | undefined {
  if (/\bLine\//i.test(userAgent)) return 'line'
  return /\bFBA[NV]\/|\bFB_IAB\/|\bInstagram\b/.test(userAgent) ? 'other' : undefined
}

/** LINE opens an address with this parameter outside of itself. */
export function outsideOfLine(address: string): string {
  const url = new URL(address)
  url.searchParams.set('openExternalBrowser', '1')
  return url.href
}
