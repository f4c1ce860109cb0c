import { mail_layout_automatic, mail_layout_copy_link, mail_layout_open } from '#i18n/generated/messages.js'
import { htmlLang, type Locale } from '#i18n/locale.ts'

type Letter = { subject: string; body: string; locale: Locale }

/** What every mail shows of the centre, in the language of the mail. */
export type Letterhead = {
  name: string
  /** Address, phone and email, as far as they are known. */
  contact: string[]
  /** Colour of buttons and links; null: the one that the service comes with. */
  accent: string | null
  /** A picture on the public site. Most mail programs ask before they load it, so the name stands beside it. */
  logo: { address: string; width: number; height: number } | null
}
export type ReadLetterhead = (locale: Locale) => Promise<Letterhead>

/** A mail as plain text, and as HTML for mail programs and screen readers. */
export function layOutMail({ subject, body, locale }: Letter, letterhead: Letterhead): { text: string; html: string } {
  const { name, contact, accent } = letterhead
  const automatic = mail_layout_automatic({}, { locale })
  return {
    text: `${body.trim()}\n\n-- \n${[name, ...contact, automatic].join('\n')}\n`,
    html: page({ subject, locale, letterhead, automatic, content: paragraphs(body, locale, accent ?? green) }),
  }
}

const linkLine = /^https?:\/\/\S+$/
const dark = '#1d2a22'
const quiet = '#4d5a52'
const green = '#1c7a3e'

function paragraphs(body: string, locale: Locale, accent: string): string {
  let hasButton = false
  const blocks = body
    .trim()
    .split(/\r?\n\s*\r?\n/)
    .flatMap(splitOffLinks)
  return blocks
    .map((block) => {
      if (!linkLine.test(block)) return `<p style="margin:0 0 16px">${block.split(/\r?\n/).map(escapeHtml).join('<br>')}</p>`
      if (hasButton) return `<p style="margin:0 0 16px;word-break:break-all">${link(block, accent)}</p>`
      hasButton = true
      return button(block, locale, accent)
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

function button(url: string, locale: Locale, accent: string): string {
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 28px;border-radius:8px;background:${accent};color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(mail_layout_open({}, { locale }))}</a></p>
<p style="margin:0 0 16px;color:${quiet};font-size:14px">${escapeHtml(mail_layout_copy_link({}, { locale }))}<br><span style="word-break:break-all">${link(url, accent)}</span></p>`
}

const link = (url: string, accent: string) => `<a href="${escapeHtml(url)}" style="color:${accent}">${escapeHtml(url)}</a>`

type Page = { subject: string; locale: Locale; letterhead: Letterhead; automatic: string; content: string }

function page({ subject, locale, letterhead: { name, contact, accent, logo }, automatic, content }: Page): string {
  const lines = contact.length === 0 ? '' : `<br>${[name, ...contact].map(escapeHtml).join('<br>')}`
  return `<!doctype html>
<html lang="${htmlLang(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f4f6f1;color:${dark};font:16px/1.7 system-ui,-apple-system,'Segoe UI','Noto Sans TC','Microsoft JhengHei',sans-serif">
<div role="article" aria-label="${escapeHtml(subject)}" lang="${htmlLang(locale)}" style="max-width:560px;margin:0 auto;padding:28px 24px;border-radius:12px;background:#ffffff">
<p style="margin:0 0 20px;color:${accent ?? green};font-weight:bold">${logo ? picture(logo) : ''}${escapeHtml(name)}</p>
<h1 style="margin:0 0 20px;font-size:20px;line-height:1.4">${escapeHtml(subject)}</h1>
${content}
<p style="margin:28px 0 0;padding-top:16px;border-top:1px solid #dde3da;color:${quiet};font-size:14px">${escapeHtml(automatic)}${lines}</p>
</div>
</body>
</html>
`
}

/** Shown half as large as it is, for fine screens. */
const picture = ({ address, width, height }: NonNullable<Letterhead['logo']>) =>
  `<img src="${escapeHtml(address)}" alt="" width="${Math.round(width / 2)}" height="${Math.round(height / 2)}" style="vertical-align:middle;margin-right:10px">`

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}
