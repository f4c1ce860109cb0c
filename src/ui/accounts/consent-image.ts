import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { htmlLang } from '#i18n/locale.ts'
import type { ConsentWay } from '#modules/settings/rules.ts'
import { drawStrokes } from '#ui/kit/signature-pad.tsx'
import { privacyPoints } from './privacy-points.ts'
import type { Agreement } from './register-draft.ts'

export type Agreed = {
  /** Name of the centre. */
  centre: string
  name: string
  account: string
  way: ConsentWay
} & Agreement

const howWords: Record<ConsentWay, (said: { name: string }) => string> = {
  tick: m.consent_how_tick,
  typed: m.consent_how_typed,
  drawn: m.consent_how_drawn,
}

/** A4 at 150 dpi. */
const page = { width: 1240, height: 1754, edge: 110 }
const font = 'system-ui, "Noto Sans TC", "Noto Sans CJK TC", "PingFang TC", sans-serif'

/** Draws the printed consent form with the signature, or how and when it was agreed to, as an image: the file that is kept is the text that was read. */
export async function consentImage(agreed: Agreed, now: Date): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = page.width
  canvas.height = page.height
  const context = canvas.getContext('2d')!
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, page.width, page.height)
  context.fillStyle = '#000000'
  context.strokeStyle = '#000000'
  drawPaper(context, agreed, now)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  if (!blob) throw new Error('the browser could not draw the signed paper')
  return new File([blob], `${m.consent_image_name()}.jpg`, { type: 'image/jpeg' })
}

function drawPaper(context: CanvasRenderingContext2D, { centre, name, account, way, strokes, typedName }: Agreed, now: Date): void {
  const { edge, width } = page
  let y = edge
  const write = (text: string, size: number, bold = false, indent = 0) => {
    context.font = `${bold ? 600 : 400} ${size}px ${font}`
    for (const line of wrap(context, text, width - 2 * edge - indent)) {
      y += size * 1.5
      context.fillText(line, edge + indent, y)
    }
  }
  write(centre, 24, true)
  write(m.consent_sheet_title(), 36, true)
  for (const [index, { title, text }] of privacyPoints.entries()) {
    y += 14
    write(`${index + 1}. ${title()}`, 23, true)
    write(text({ centre }), 22, false, 30)
  }
  y += 22
  write(m.consent_sheet_agree({ centre }), 23, true)
  y += 22
  write(`${m.consent_sheet_name()}　${name}`, 24)
  write(`${m.consent_sheet_account()}　${account}`, 24)
  write(`${m.consent_sheet_when()}　${formatMoment(now, getLocale())}`, 24)
  write(`${m.consent_sheet_how()}　${howWords[way]({ name: typedName.trim() })}`, 24)
  if (way === 'drawn') drawStrokes(context, strokes, { x: edge, y: y + 10, width: 560 })
}

/** Breaks a text into lines of a width: Chinese anywhere, English between words, and no line begins with a punctuation mark. */
function wrap(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines = ['']
  for (const { segment } of new Intl.Segmenter(htmlLang(getLocale()), { granularity: 'word' }).segment(text)) {
    const longer = lines.at(-1)! + segment
    const fits = context.measureText(longer).width <= width || /^[\p{P}\s]+$/u.test(segment)
    if (fits) lines[lines.length - 1] = longer
    else lines.push(segment)
  }
  return lines
}
