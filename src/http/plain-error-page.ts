import type { ServerResponse } from 'node:http'

const words = {
  400: {
    tw: ['無法辨識這個網址', '請檢查網址，或從首頁開始。'],
    en: ['This address cannot be read', 'Please check it, or start from the home page.'],
  },
  500: { tw: ['系統發生問題', '請稍後再試或來電。'], en: ['Something went wrong', 'Please try again later or call us.'] },
} as const

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
}

/** The page for 500 when the ordinary error page cannot be rendered either: no styles, no scripts, nothing that can fail. */
export function plainErrorPage(status: keyof typeof words, requestId = ''): Response {
  return new Response(html(status, requestId), { status, headers })
}

/** The same, written to the socket by Node itself. */
export function writePlainError(outgoing: ServerResponse): void {
  outgoing.writeHead(500, headers).end(html(500, ''))
}

function html(status: keyof typeof words, requestId: string): string {
  const { tw, en } = words[status]
  return `<!doctype html>
<html lang="zh-Hant-TW">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${tw[0]} · ${en[0]}</title>
<h1>${tw[0]}</h1>
<p>${tw[1]} <a href="/tw">回首頁</a></p>
<h1 lang="en-GB">${en[0]}</h1>
<p lang="en-GB">${en[1]} <a href="/en">Home page</a></p>
<p>${status} ${status === 500 ? 'Internal Server Error' : 'Bad Request'} ${requestId}</p>
`
}
