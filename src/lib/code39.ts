/**
 * Code 39, as stores in Taiwan scan it: each letter has five bars and four spaces, of which three are wide. Letters stand in rows of ten:
 * the place in the row says which bars are wide, the row which space.
 */
const rows = ['1234567890', 'ABCDEFGHIJ', 'KLMNOPQRST', 'UVWXYZ-. *']
const wideBars = ['10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010', '00110']
const wideSpaces = ['0100', '0010', '0001', '1000']

export const isCode39 = (text: string): boolean => /^[0-9A-Z. -]{1,40}$/.test(text)

/** Widths of bars and spaces in turn, beginning with a bar; between letters is a narrow space. */
export function code39(text: string): number[] {
  if (!isCode39(text)) throw new Error('Code 39 has no such letter')
  return [...`*${text}*`].flatMap((letter, at) => [...(at === 0 ? [] : [1]), ...widthsOf(letter)])
}

function widthsOf(letter: string): number[] {
  const row = rows.findIndex((letters) => letters.includes(letter))
  const bars = wideBars[rows[row]!.indexOf(letter)]!
  return [...bars].flatMap((wide, at) => [width(wide), ...(at < 4 ? [width(wideSpaces[row]![at]!)] : [])])
}

const width = (wide: string) => (wide === '1' ? 3 : 1)
