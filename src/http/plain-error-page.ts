import type { ServerResponse } from 'node:http'

const words = {
  400: {
    tw: ['無法辨識這個網址', '請檢查網址，或從首頁開始。'],
    en: ['This address cannot be read', 'Please check it, or start from the home page.'],
  },
  500: { tw: ['系統發生錯誤', '請稍後再試。'], en: ['Something went wrong', 'Please try again later.'] },
} as const

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
}

/** The page for 500 when the ordinary error page cannot be rendered either: no styles, no scripts, nothing that can fail. */
export function plainErrorPage(status: keyof typeof words, requestId = ''): Response {
  return new Response(html(words[status], requestId), { status, headers })
}

/** The same, written to the socket by Node itself. */
export function writePlainError(outgoing: ServerResponse): void {
  outgoing.writeHead(500, headers).end(html(words[500], ''))
}

function html({ tw, en }: (typeof words)[keyof typeof words], requestId: string): string {
  return `<!doctype html>
<html lang="zh-Hant-TW">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${tw[0]} · ${en[0]}</title>
<h1>${tw[0]}</h1>
<p>${tw[1]} <a href="/tw">回首頁</a></p>
<h1 lang="en-GB">${en[0]}</h1>
<p lang="en-GB">${en[1]} <a href="/en">Home page</a></p>
<p>${requestId}</p>
`
}
