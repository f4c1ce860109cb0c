import { mail_layout_automatic, mail_layout_copy_link, mail_layout_open, site_name } from '#i18n/generated/messages.js'
import { htmlLang, type Locale } from '#i18n/locale.ts'

type Letter = { subject: string; body: string; locale: Locale }

/** A mail as plain text, and as HTML for mail programs and screen readers. */
export function layOutMail({ subject, body, locale }: Letter): { text: string; html: string } {
  const centre = site_name({}, { locale })
  const automatic = mail_layout_automatic({}, { locale })
  return {
    text: `${body.trim()}\n\n-- \n${centre}\n${automatic}\n`,
    html: page({ subject, locale, centre, automatic, content: paragraphs(body, locale) }),
  }
}

const linkLine = /^https?:\/\/\S+$/
const dark = '#1d2a22'
const quiet = '#4d5a52'
const green = '#1c7a3e'

function paragraphs(body: string, locale: Locale): string {
  let hasButton = false
  const blocks = body
    .trim()
    .split(/\r?\n\s*\r?\n/)
    .flatMap(splitOffLinks)
  return blocks
    .map((block) => {
      if (!linkLine.test(block)) return `<p style="margin:0 0 16px">${block.split(/\r?\n/).map(escapeHtml).join('<br>')}</p>`
      if (hasButton) return `<p style="margin:0 0 16px;word-break:break-all">${link(block)}</p>`
      hasButton = true
      return button(block, locale)
    })
    .join('\n')
}

/** Splits a text into blocks; a link on a line of its own is a block. */
function splitOffLinks(block: string): string[] {
  const blocks: string[][] = []
  for (const line of block.split(/\r?\n/)) {
    const last = blocks.at(-1)
    if (last && !linkLine.test(line.trim()) && !linkLine.test(last[0]!)) last.push(line)
    else blocks.push([line.trim()])
  }
  return blocks.map((lines) => lines.join('\n'))
}

function button(url: string, locale: Locale): string {
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 28px;border-radius:8px;background:${green};color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(mail_layout_open({}, { locale }))}</a></p>
<p style="margin:0 0 16px;color:${quiet};font-size:14px">${escapeHtml(mail_layout_copy_link({}, { locale }))}<br><span style="word-break:break-all">${link(url)}</span></p>`
}

const link = (url: string) => `<a href="${escapeHtml(url)}" style="color:${green}">${escapeHtml(url)}</a>`

function page({
  subject,
  locale,
  centre,
  automatic,
  content,
}: {
  subject: string
  locale: Locale
  centre: string
  automatic: string
  content: string
}): string {
  return `<!doctype html>
<html lang="${htmlLang[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f4f6f1;color:${dark};font:16px/1.7 system-ui,-apple-system,'Segoe UI','Noto Sans TC','Microsoft JhengHei',sans-serif">
<div role="article" aria-label="${escapeHtml(subject)}" lang="${htmlLang[locale]}" style="max-width:560px;margin:0 auto;padding:28px 24px;border-radius:12px;background:#ffffff">
<p style="margin:0 0 20px;color:${green};font-weight:bold">${escapeHtml(centre)}</p>
<h1 style="margin:0 0 20px;font-size:20px;line-height:1.4">${escapeHtml(subject)}</h1>
${content}
<p style="margin:28px 0 0;padding-top:16px;border-top:1px solid #dde3da;color:${quiet};font-size:14px">${escapeHtml(automatic)}</p>
</div>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}
