import { parseText } from './messages.ts'

/** Letters with an accent that no text of ours has: what lacks them was not said by a message. */
const accents: Readonly<Record<string, string>> = { a: 'ȧ', e: 'ḗ', i: 'ī', o: 'ǿ', u: 'ŭ', y: 'ẏ', A: 'Ȧ', E: 'Ḗ', I: 'Ī', O: 'Ǿ', U: 'Ŭ' }
export const isPseudo = (text: string): boolean => /[ȧḗīǿŭẏȦḖĪǾŬ⟦⟧]/.test(text)

const accented = (text: string): string => text.replaceAll(/[aeiouyAEIOU]/g, (letter) => accents[letter]!)

/**
 * A message as a pseudo-language says it: accented, longer by about a third, between brackets that show where it is cut off.
 * Placeholders stay. Lists of names that are picked from (months, weekdays) and joiners keep their parts.
 */
export function pseudoText(key: string, text: string): string {
  if (/^(date_(months|weekdays)|join_)/.test(key)) return accented(text)
  const letters = text.replaceAll(/\{[^}]*\}/g, '').length
  return `⟦${partsOf(text)}${'~'.repeat(Math.ceil(letters / 3))}⟧`
}

type Part = ReturnType<typeof parseText>[number]

const partsOf = (text: string): string => parseText(text).map(written).join('')

function written(part: Part): string {
  if (typeof part === 'string') return accented(part)
  if ('name' in part) return `{${part.name}}`
  return `{${part.count}, plural, one {${part.one.map(written).join('')}} other {${part.other.map(written).join('')}}}`
}
