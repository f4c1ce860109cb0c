import * as m from '#i18n/generated/messages.js'
import { htmlLang, type Locale } from '#i18n/locale.ts'

/**
 * The page between an issuer that posts its answer and the rest of a login. It leads on by itself: a navigation that a page of our own
 * begins carries our SameSite cookies, in every browser, which one that follows a post from another site may not.
 */
export function returningPage(path: string, locale: Locale): { html: string; headers: Record<string, string> } {
  const href = path.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const html = `<!doctype html>
<html lang="${htmlLang(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta http-equiv="refresh" content="0;url=${href}"><link rel="icon" href="data:,"><title>${m.way_returning({}, { locale })}</title></head>
<body><main><h1>${m.way_returning({}, { locale })}</h1><p><a href="${href}">${m.way_returning_on({}, { locale })}</a></p></main></body>
</html>`
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    },
  }
}
