import * as m from '#i18n/generated/messages.js'
import { formatMoment } from '#i18n/dates.ts'
import { htmlLang, type Locale } from '#i18n/locale.ts'
import type { Block } from '#lib/pdf/paper.ts'
import { writePdf } from '#lib/pdf/write-pdf.ts'
import { speakIn, type Speak } from './language-rules.ts'
import type { ReadLetterhead } from './letterhead.ts'

/** What a paper says, by whoever knows of what it is about. `number`: in the name of its file. */
export type Draft = {
  title(locale: Locale): string
  number: string
  blocks(speak: Speak): Block[]
}

/** The bytes of a paper, and the name of its file in its languages: the same paper in one and in two has two names. */
export async function printPaper(
  { readLetterhead }: { readLetterhead: ReadLetterhead },
  draft: Draft,
  locales: readonly Locale[],
  now: Date,
) {
  const speak = speakIn(locales)
  const bytes = await writePdf({
    languages: locales.map(htmlLang),
    title: speak(draft.title),
    letterhead: await readLetterhead(speak),
    blocks: draft.blocks(speak),
    foot: speak((locale) => m.paper_made_at({ moment: formatMoment(now, locale) }, { locale })),
    pageOf: (page, pages) => speak((locale) => m.paper_page({ page, pages }, { locale })),
    madeAt: now,
  })
  return { bytes, fileName: `${locales.map((locale) => draft.title(locale)).join(' ')} ${draft.number}.pdf` }
}
