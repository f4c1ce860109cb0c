/** For the moment when not even the error page could be rendered. No styles and no scripts, so that nothing more can fail. */
export function plainErrorPage(status: number, requestId: string): Response {
  const html = `<!doctype html>
<html lang="zh-Hant-TW">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>系統發生錯誤 · Something went wrong</title>
<h1>系統發生錯誤</h1>
<p>請稍後再試。</p>
<h1 lang="en-GB">Something went wrong</h1>
<p lang="en-GB">Please try again later.</p>
<p>${requestId}</p>
`
  return new Response(html, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'" },
  })
}
