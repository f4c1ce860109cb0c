import * as m from '#i18n/generated/messages.js'
import { escapeXml } from '#lib/rss.ts'
import { qrModules, qrPath } from '#lib/qr.ts'
import { htmlLang } from '#i18n/locale.ts'
import { inEach, type Words } from '#i18n/words.ts'

export type CourtSign = { centre: Words; facility: Words; court: Words; link: string }

// In millimetres: an A5 page.
const page = { width: 148, height: 210 }
const margin = 12
const code = { top: 68, width: 98 }
/** Quiet zone around the QR code, in modules. */
const quiet = 4

/** A court's sign for printing, as SVG: its name and the QR code of the report form, in both languages. */
export function drawCourtSign({ centre, facility, court, link }: CourtSign): string {
  const modules = qrModules(link)
  const scale = code.width / (modules.length + 2 * quiet)
  const left = (page.width - code.width) / 2 + quiet * scale
  const { tw, en } = inEach((locale) => m.feedback_sign({}, { locale }))
  const lang = inEach(htmlLang)
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${page.width}mm" height="${page.height}mm" viewBox="0 0 ${page.width} ${page.height}">
<title>${escapeXml(`${centre.tw} · ${facility.tw} ${court.tw} · ${facility.en} ${court.en}`)}</title>
<rect width="${page.width}" height="${page.height}" fill="#fff"/>
<g font-family="'Noto Sans TC', 'PingFang TC', 'Microsoft JhengHei', sans-serif" text-anchor="middle" fill="#000">
${line([centre.tw, centre.en].join('　'), 13, 4.5, lang.tw)}
${line(facility.tw, 25, 8, lang.tw)}
${line(facility.en, 32, 5.5, lang.en)}
${line(court.tw, 50, 16, lang.tw, 'bold')}
${line(court.en, 63, 9, lang.en, 'bold')}
${line(tw, 178, 9, lang.tw, 'bold')}
${line(en, 190, 6.5, lang.en)}
</g>
<path transform="translate(${left} ${code.top + quiet * scale}) scale(${scale})" shape-rendering="crispEdges" fill="#000" d="${qrPath(modules)}"/>
</svg>
`
}

/** A centred line, scaled down to fit. */
function line(text: string, y: number, largest: number, lang: string, weight = 'normal'): string {
  const size = Math.min(largest, (page.width - 2 * margin) / widthOf(text))
  return `<text x="${page.width / 2}" y="${y}" font-size="${size.toFixed(2)}" font-weight="${weight}" xml:lang="${lang}">${escapeXml(text)}</text>`
}

/** Estimated width in font sizes: 1 for a Chinese character, at most two thirds for a letter. */
const widthOf = (text: string) => Array.from(text, (letter) => (letter > '\u2e7f' ? 1 : 0.66)).reduce((sum, one) => sum + one, 0)
