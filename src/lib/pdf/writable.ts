/** Stands in print for a character that the type does not have (下駄記号). */
export const missingMark = '〓'

const graphemes = new Intl.Segmenter('zh-Hant', { granularity: 'grapheme' })
const invisible = /\p{Default_Ignorable_Code_Point}/gu
const control = /(?!\n)\p{Cc}/gu

/** Latin letters that no accent can be taken from. */
const plainLetters: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', ı: 'i', ħ: 'h', Ħ: 'H', ŧ: 't', Ŧ: 'T' }

/**
 * The text as the font can write it. Of what it has no glyph for, a Latin letter loses its accent; all else, such as an emoji or a very
 * rare character of a name, becomes one visible mark. Composed first, so that compatibility characters are copied as the ordinary ones.
 * Line breaks stay.
 */
export function writable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const composed = text.toWellFormed().normalize('NFC').replaceAll('\r\n', '\n').replaceAll(control, ' ')
  let written = ''
  for (const { segment } of graphemes.segment(composed)) {
    const seen = segment.replaceAll(invisible, '')
    const isWritable = (one: string) => [...one].every((part) => hasGlyph(part.codePointAt(0)!))
    if (seen === '\n' || isWritable(seen)) written += seen
    else {
      const plain = plainLetters[seen] ?? seen.normalize('NFD').replaceAll(/\p{M}/gu, '')
      written += /^[a-z]+$/i.test(plain) ? plain : missingMark
    }
  }
  return written
}
